import { type GenerateContentParameters, GoogleGenAI } from '@google/genai';
import { CITY, citySchema, DOT, RESULT, type Scene, weatherSchema } from '../fluent/scene.ts';
import type { OfficialClient, Read } from './client.ts';

type RequestFields = Omit<GenerateContentParameters, 'model'>;
const tools = [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: citySchema }] }];

const requests: Record<Scene, RequestFields> = {
  text: { contents: 'Hi' },
  tools: { contents: 'Weather in Bern?', config: { tools } },
  results: {
    contents: [
      { role: 'user', parts: [{ text: 'Weather in Bern?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'weather', args: CITY } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: RESULT } } }] },
    ],
    config: { tools },
  },
  schema: {
    contents: 'Weather in Bern?',
    config: { responseMimeType: 'application/json', responseJsonSchema: weatherSchema },
  },
  picture: {
    contents: [
      {
        role: 'user',
        parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: DOT } }],
      },
    ],
  },
};

export const google: OfficialClient = {
  name: '@google/genai',
  own: 'm-gemini',
  async ask({ url, key }, model, scene, stream): Promise<Read> {
    const { models } = new GoogleGenAI({
      apiKey: key,
      httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } },
    });
    const params = { ...requests[scene], model };
    const answers = stream ? await gather(await models.generateContentStream(params)) : [];
    if (!stream) answers.push(await models.generateContent(params));
    const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    const calls = parts.flatMap(({ functionCall }) =>
      functionCall ? [{ name: functionCall.name ?? '', input: functionCall.args }] : [],
    );
    const { promptTokenCount = 0, candidatesTokenCount = 0 } = answers.at(-1)?.usageMetadata ?? {};
    return {
      raw: answers.map(({ candidates, usageMetadata }) => ({ candidates, usageMetadata })),
      text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
      calls,
      end: calls.length > 0 ? 'tools' : 'stop',
      usage: [promptTokenCount, candidatesTokenCount],
    };
  },
};

export async function gather<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const answers: T[] = [];
  for await (const answer of stream) answers.push(answer);
  return answers;
}
