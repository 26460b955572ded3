import {
  type DialectResponse,
  DOT,
  event,
  pieces,
  RESULT,
  type Responder,
  type Scene,
  usage,
  type Words,
  wordsOf,
} from './scene.ts';

interface Block {
  type: string;
  id?: string;
  tool_use_id?: string;
  content?: unknown;
  source?: { type: string; media_type?: string; data?: string };
}
interface Body {
  max_tokens?: number;
  system?: unknown;
  messages: { role: string; content: string | Block[] }[];
  tools?: { name: string; input_schema: { type: string } }[];
  output_config?: { format?: { type: string; schema?: { properties?: object } } };
}

/** https://docs.anthropic.com/en/api/messages and .../messages-streaming */
export const respondAsClaude: Responder = ({ json }): DialectResponse => {
  const body = json as unknown as Body;
  const words = wordsOf(
    sceneOf(body),
    (body.tools ?? []).map(({ name }) => name),
  );
  const block =
    'tool' in words
      ? { type: 'tool_use', id: 'toolu_1', name: words.tool, input: words.input }
      : { type: 'text', text: words.text };
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null };
  const counts = { input_tokens: usage.input, output_tokens: usage.output };
  const stop_reason = 'tool' in words ? 'tool_use' : 'end_turn';
  return {
    whole: { ...head, content: [block], stop_reason, usage: counts },
    frames: [
      event('message_start', {
        message: { ...head, content: [], stop_reason: null, usage: { ...counts, output_tokens: 1 } },
      }),
      ...deltasOf(words, block),
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      event('message_stop', {}),
    ],
  };
};

function deltasOf(words: Words, block: object): string[] {
  const start = (content_block: object) => event('content_block_start', { index: 0, content_block });
  const delta = (fields: object) => event('content_block_delta', { index: 0, delta: fields });
  if ('text' in words)
    return [
      start({ type: 'text', text: '' }),
      ...pieces(words.text).map((text) => delta({ type: 'text_delta', text })),
    ];
  const json = pieces(JSON.stringify(words.input));
  return [
    start({ ...block, input: {} }),
    ...json.map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
  ];
}

function sceneOf({ messages, tools, system, output_config }: Body): Scene {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const toolUse = blocks.find(({ type }) => type === 'tool_use');
  const result = blocks.find(({ type }) => type === 'tool_result');
  if (toolUse && result?.tool_use_id === toolUse.id && JSON.stringify(result?.content).includes(RESULT))
    return 'results';
  if (tools?.some(({ input_schema }) => input_schema.type === 'object')) return 'tools';
  if (output_config?.format?.schema?.properties) return 'schema';
  if (JSON.stringify(system ?? '').includes('JSON schema')) return 'schema';
  const picture = blocks.find(({ type }) => type === 'image')?.source;
  return picture?.type === 'base64' && picture.media_type === 'image/png' && picture.data === DOT
    ? 'picture'
    : 'text';
}
