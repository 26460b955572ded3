import {
  type DialectResponse,
  DOT,
  data,
  pieces,
  RESULT,
  type Responder,
  type Scene,
  usage,
  wordsOf,
} from './scene.ts';

interface Message {
  role: string;
  content: string | { type: string; image_url?: { url: string } }[] | null;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}
interface Body {
  messages: Message[];
  tools?: { function: { name: string } }[];
  response_format?: { type: string; json_schema?: { schema?: { properties?: object } } };
  stream_options?: { include_usage?: boolean };
}

const counts = {
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
};

/** https://platform.openai.com/docs/api-reference/chat */
export const respondAsOpenAi: Responder = ({ json }): DialectResponse => {
  const body = json as unknown as Body;
  const tools = (body.tools ?? []).map((tool) => tool.function.name);
  const words = wordsOf(sceneOf(body), tools);
  const call = 'tool' in words && {
    id: 'call_1',
    type: 'function',
    function: { name: words.tool, arguments: JSON.stringify(words.input) },
  };
  const finish_reason = call ? 'tool_calls' : 'stop';
  const message = call
    ? { role: 'assistant', content: null, tool_calls: [call] }
    : { role: 'assistant', content: 'text' in words ? words.text : '' };
  const head = { id: 'chatcmpl-1', created: 1_760_000_000, model: 'm' };
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const deltas = call
    ? [{ tool_calls: [{ index: 0, ...call }] }]
    : pieces(message.content ?? '').map((content) => ({ content }));
  const counted = body.stream_options?.include_usage
    ? [data({ ...head, object: 'chat.completion.chunk', choices: [], usage: counts })]
    : [];
  return {
    whole: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage: counts,
    },
    frames: [
      chunk({ role: 'assistant' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finish_reason),
      ...counted,
      'data: [DONE]\n\n',
    ],
  };
};

function sceneOf({ messages, tools, response_format }: Body): Scene {
  const toolCall = messages.flatMap(({ tool_calls }) => tool_calls ?? [])[0];
  const result = messages.find(({ role }) => role === 'tool');
  if (toolCall && result?.tool_call_id === toolCall.id && JSON.stringify(result.content).includes(RESULT))
    return 'results';
  if (tools?.length) return 'tools';
  if (response_format?.type === 'json_schema' && response_format.json_schema?.schema?.properties)
    return 'schema';
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts.some(({ image_url }) => image_url?.url === `data:image/png;base64,${DOT}`)
    ? 'picture'
    : 'text';
}
