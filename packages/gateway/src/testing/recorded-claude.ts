/**
 * A message and its stream in the format documented at https://docs.anthropic.com/en/api/messages-streaming
 */
export const CLAUDE = 'claude-3-7-sonnet-20250219';

export const claudeMessage = {
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  model: CLAUDE,
  content: [{ type: 'text', text: 'Hello there', invented_tomorrow: { a: 1 } }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 100,
    cache_read_input_tokens: 400,
    cache_creation_input_tokens: 0,
    output_tokens: 50,
  },
};
export const claudeEvents = [
  [
    'message_start',
    {
      message: {
        ...claudeMessage,
        content: [],
        stop_reason: null,
        usage: { ...claudeMessage.usage, output_tokens: 1 },
      },
    },
  ],
  ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
  ['ping', {}],
  ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hello ' } }],
  ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'there' } }],
  ['content_block_stop', { index: 0 }],
  [
    'message_delta',
    { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 50 } },
  ],
  ['message_stop', {}],
].map(([type, fields]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...(fields as object) })}\n\n`);
