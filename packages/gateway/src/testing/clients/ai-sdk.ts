import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import {
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
  streamText,
  tool,
} from 'ai';
import { CITY, citySchema, DOT, RESULT, type Scene, weatherSchema } from '../fluent/scene.ts';
import type { Access, OfficialClient, Read } from './client.ts';

const tools = { weather: tool({ inputSchema: jsonSchema<{ city: string }>(citySchema as never) }) };
const question: ModelMessage = { role: 'user', content: 'Weather in Bern?' };
const output = Output.object({ schema: jsonSchema<{ city: string; rain: boolean }>(weatherSchema as never) });
const named = { toolCallId: 'call_1', toolName: 'weather' };

function requestFor(scene: Scene) {
  if (scene === 'text') return { messages: [{ role: 'user', content: 'Hi' }] satisfies ModelMessage[] };
  if (scene === 'tools') return { messages: [question], tools };
  if (scene === 'schema') return { messages: [question], output };
  if (scene === 'picture')
    return {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'file', mediaType: 'image/png', data: DOT },
          ],
        },
      ] satisfies ModelMessage[],
    };
  return {
    messages: [
      question,
      { role: 'assistant', content: [{ type: 'tool-call', ...named, input: CITY }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...named, output: { type: 'text', value: RESULT } }],
      },
    ] satisfies ModelMessage[],
    tools,
  };
}

const client = (
  name: string,
  own: OfficialClient['own'],
  modelOf: (access: Access, model: string) => LanguageModel,
): OfficialClient => ({
  name: `ai with ${name}`,
  own,
  async ask(access, model, scene, stream): Promise<Read> {
    const params = { model: modelOf(access, model), maxRetries: 0, ...requestFor(scene) };
    const answer = stream
      ? streamText({ ...params, onError: () => {} } as Parameters<typeof streamText>[0])
      : await generateText(params as Parameters<typeof generateText>[0]);
    const usage = await answer.usage;
    const calls = (await answer.toolCalls).map(({ toolName, input }) => ({
      name: toolName,
      input: input as unknown,
    }));
    return {
      raw: undefined,
      text: await answer.text,
      calls,
      end: (await answer.finishReason) === 'tool-calls' ? 'tools' : 'stop',
      usage: [usage.inputTokens ?? 0, usage.outputTokens ?? 0],
    };
  },
});

const of = ({ url, key }: Access, version: string) => ({ apiKey: key, baseURL: `${url}/${version}` });

export const aiSdk: OfficialClient[] = [
  client('@ai-sdk/openai, chat', 'm-openai', (access, model) => createOpenAI(of(access, 'v1')).chat(model)),
  client('@ai-sdk/openai, responses', 'm-openai', (access, model) =>
    createOpenAI(of(access, 'v1')).responses(model),
  ),
  client('@ai-sdk/anthropic', 'm-claude', (access, model) => createAnthropic(of(access, 'v1'))(model)),
  client('@ai-sdk/google', 'm-gemini', (access, model) => createGoogle(of(access, 'v1beta'))(model)),
];
