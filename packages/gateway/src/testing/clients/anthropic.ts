import Anthropic from '@anthropic-ai/sdk';
import { CITY, citySchema, DOT, RESULT, type Scene, weatherSchema } from '../fluent/scene.ts';
import type { OfficialClient, Read } from './client.ts';

type RequestFields = Omit<Anthropic.MessageCreateParamsNonStreaming, 'model' | 'max_tokens'>;
const user = (content: Anthropic.MessageParam['content']) => ({ role: 'user' as const, content });
const tools: RequestFields['tools'] = [
  { name: 'weather', input_schema: { ...citySchema, required: [...citySchema.required] } },
];

const requests: Record<Scene, RequestFields> = {
  text: { messages: [user('Hi')] },
  tools: { messages: [user('Weather in Bern?')], tools },
  results: {
    messages: [
      user('Weather in Bern?'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: CITY }] },
      user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: RESULT }]),
    ],
    tools,
  },
  schema: {
    messages: [user('Weather in Bern?')],
    output_config: { format: { type: 'json_schema', schema: weatherSchema } },
  },
  picture: {
    messages: [
      user([
        { type: 'text', text: 'What is it?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DOT } },
      ]),
    ],
  },
};

export const anthropic: OfficialClient = {
  name: '@anthropic-ai/sdk',
  own: 'm-claude',
  async ask({ url, key }, model, scene, stream): Promise<Read> {
    const { messages } = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
    const params = { ...requests[scene], model, max_tokens: 100 };
    const raw = stream ? await messages.stream(params).finalMessage() : await messages.create(params);
    return {
      raw,
      text: raw.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: raw.content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
      ),
      end: raw.stop_reason === 'tool_use' ? 'tools' : 'stop',
      usage: [raw.usage.input_tokens, raw.usage.output_tokens],
    };
  },
};
