import OpenAI from 'openai';
import { CITY, citySchema, DOT, RESULT, type Scene, weatherSchema } from '../fluent/scene.ts';
import type { Access, OfficialClient, Read } from './client.ts';

const connect = ({ url, key }: Access) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
const user = (content: string) => ({ role: 'user' as const, content });
const picture = `data:image/png;base64,${DOT}`;

type Chat = Omit<OpenAI.Chat.ChatCompletionCreateParams, 'model' | 'stream'>;
const tools: Chat['tools'] = [{ type: 'function', function: { name: 'weather', parameters: citySchema } }];
const called = {
  id: 'call_1',
  type: 'function' as const,
  function: { name: 'weather', arguments: JSON.stringify(CITY) },
};
const chats: Record<Scene, Chat> = {
  text: { messages: [user('Hi')] },
  tools: { messages: [user('Weather in Bern?')], tools },
  results: {
    messages: [
      user('Weather in Bern?'),
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'call_1', content: RESULT },
    ],
    tools,
  },
  schema: {
    messages: [user('Weather in Bern?')],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'weather', schema: weatherSchema, strict: true },
    },
  },
  picture: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: picture } },
        ],
      },
    ],
  },
};

export const openaiChat: OfficialClient = {
  name: 'openai, chat',
  own: 'm-openai',
  async ask(access, model, scene, stream): Promise<Read> {
    const { completions } = connect(access).chat;
    const raw = stream
      ? await completions
          .stream({ ...chats[scene], model, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await completions.create({ ...chats[scene], model });
    const { message, finish_reason } = raw.choices[0]!;
    const calls = (message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ name: call.function.name, input: JSON.parse(call.function.arguments) as unknown }]
        : [],
    );
    return {
      raw,
      text: message.content ?? '',
      calls,
      end: finish_reason === 'tool_calls' ? 'tools' : 'stop',
      usage: [raw.usage!.prompt_tokens, raw.usage!.completion_tokens],
    };
  },
};

type Responses = Omit<OpenAI.Responses.ResponseCreateParams, 'model' | 'stream'>;
const functions: Responses['tools'] = [
  { type: 'function', name: 'weather', parameters: citySchema, strict: true },
];
const responses: Record<Scene, Responses> = {
  text: { input: 'Hi' },
  tools: { input: 'Weather in Bern?', tools: functions },
  results: {
    input: [
      user('Weather in Bern?'),
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: JSON.stringify(CITY) },
      { type: 'function_call_output', call_id: 'call_1', output: RESULT },
    ],
    tools: functions,
  },
  schema: {
    input: 'Weather in Bern?',
    text: { format: { type: 'json_schema', name: 'weather', schema: weatherSchema, strict: true } },
  },
  picture: {
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is it?' },
          { type: 'input_image', image_url: picture, detail: 'auto' },
        ],
      },
    ],
  },
};

export const openaiResponses: OfficialClient = {
  name: 'openai, responses',
  own: 'm-openai',
  async ask(access, model, scene, stream): Promise<Read> {
    const client = connect(access);
    const raw = stream
      ? await client.responses.stream({ ...responses[scene], model }).finalResponse()
      : await client.responses.create({ ...responses[scene], model });
    const calls = raw.output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ name: item.name, input: JSON.parse(item.arguments) as unknown }]
        : [],
    );
    return {
      raw,
      text: raw.output_text,
      calls,
      end: calls.length > 0 ? 'tools' : 'stop',
      usage: [raw.usage!.input_tokens, raw.usage!.output_tokens],
    };
  },
};
