import {
  type DialectResponse,
  DOT,
  event,
  RESULT,
  type Responder,
  type Scene,
  usage,
  wordsOf,
} from './scene.ts';

interface Item {
  type?: string;
  call_id?: string;
  output?: unknown;
  content?: string | { type: string; image_url?: string }[];
}
interface Body {
  input: string | Item[];
  tools?: { name: string }[];
  text?: { format?: { type: string; schema?: { properties?: object } } };
}

/** https://platform.openai.com/docs/api-reference/responses and .../responses-streaming */
export const respondAsResponses: Responder = ({ json }): DialectResponse => {
  const body = json as unknown as Body;
  const words = wordsOf(
    sceneOf(body),
    (body.tools ?? []).map(({ name }) => name),
  );
  const item =
    'tool' in words
      ? {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name: words.tool,
          arguments: JSON.stringify(words.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: words.text, annotations: [] }],
        };
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1_760_000_000,
    model: 'm',
    status: 'completed',
    output: [item],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
  return { whole: response, frames: framesOf(response, item) };
};

function framesOf(response: object, item: { type: string; id: string }): string[] {
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const at = { output_index: 0, item_id: item.id };
  const place = { ...at, content_index: 0 };
  const middle =
    'arguments' in item
      ? [
          ['response.function_call_arguments.delta', { ...at, delta: item.arguments }],
          ['response.function_call_arguments.done', { ...at, arguments: item.arguments }],
        ]
      : (item as unknown as { content: { text: string }[] }).content.flatMap((part) => [
          ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
          ['response.output_text.delta', { ...place, delta: part.text }],
          ['response.output_text.done', { ...place, text: part.text }],
          ['response.content_part.done', { ...place, part }],
        ]);
  const empty = 'arguments' in item ? { arguments: '' } : { content: [] };
  const events = [
    ['response.created', { response: begun }],
    ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', ...empty } }],
    ...middle,
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response }],
  ] as [string, object][];
  return events.map(([type, fields], sequence_number) => event(type, { sequence_number, ...fields }));
}

function sceneOf({ input, tools, text }: Body): Scene {
  const items = typeof input === 'string' ? [] : input;
  const functionCall = items.find(({ type }) => type === 'function_call');
  const result = items.find(({ type }) => type === 'function_call_output');
  if (
    functionCall &&
    result?.call_id === functionCall.call_id &&
    JSON.stringify(result?.output).includes(RESULT)
  )
    return 'results';
  if (tools?.length) return 'tools';
  if (text?.format?.type === 'json_schema' && text.format.schema?.properties) return 'schema';
  const parts = items.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts.some(({ image_url }) => image_url === `data:image/png;base64,${DOT}`) ? 'picture' : 'text';
}
