import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import {
  embedMany,
  generateImage,
  experimental_generateSpeech as generateSpeech,
  experimental_transcribe as transcribe,
} from 'ai';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Access } from '../../testing/clients/client.ts';
import { DOT } from '../../testing/fluent/scene.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendJson } from '../../testing/upstream.ts';

/** Official clients read endpoints other than chats through the gateway as directly at the provider. */
let lab: RelayLab;
const byToken = ['embed', 'whisper-1', 'tts-1', 'moderate', 'instruct'];

beforeAll(async () => {
  vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);
  lab = await startRelayLab({ quota: 1_000_000_000, channel: false, script: answer });
  const ratios = Object.fromEntries([...byToken, 'claude', 'vectors'].map((model) => [model, 1]));
  await lab.option('ModelRatio', ratios);
  await lab.option('ModelPrice', { 'dall-e-3': 0.04 });
  await lab.channel({ type: 1, models: [...byToken, 'dall-e-3'].join(',') });
  await lab.channel({ type: 14, models: 'claude' });
  await lab.channel({ type: 24, models: 'vectors' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await lab.close();
});

const SOUND = Buffer.from([0xff, 0xfb, 0, 1, 2, 3, 0x80]);
const tokens = { prompt_tokens: 4, total_tokens: 4 };
const answers: [RegExp, unknown][] = [
  [
    /\/v1\/embeddings$/,
    { object: 'list', model: 'm', data: [vector(0, [0.5, 1]), vector(1, [2, -1])], usage: tokens },
  ],
  [/\/images\//, { created: 1, data: [{ b64_json: DOT, revised_prompt: 'A dot' }] }],
  [
    /\/audio\/(transcriptions|translations)$/,
    { text: 'Good day', duration: 1.5, language: 'en', segments: [] },
  ],
  [/\/moderations$/, { id: 'modr-1', model: 'm', results: [{ flagged: false, categories: {} }] }],
  [
    /\/v1\/completions$/,
    {
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, text: 'and so on', finish_reason: 'stop', logprobs: null }],
      usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 },
    },
  ],
  [/\/count_tokens$/, { input_tokens: 12 }],
  [/:countTokens/, { totalTokens: 12 }],
  [/:batchEmbedContents/, { embeddings: [{ values: [0.5, 1] }, { values: [2, -1] }] }],
];

const answer: Script = ({ path }, response) => {
  const body = answers.find(([at]) => at.test(path))?.[1];
  if (body) return sendJson(response, 200, body);
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(SOUND);
};

function vector(index: number, embedding: number[]) {
  return { object: 'embedding', index, embedding };
}

const openai = ({ url, key }: Access) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
const sdk = ({ url, key }: Access) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key });
const google = ({ url, key }: Access) =>
  new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } }).models;
const picture = () => toFile(Buffer.from(DOT, 'base64'), 'dot.png', { type: 'image/png' });
const audioFile = () => toFile(SOUND, 'day.mp3', { type: 'audio/mpeg' });

const calls: Record<string, (access: Access) => Promise<unknown>> = {
  'openai, vectors': (access) => openai(access).embeddings.create({ model: 'embed', input: ['one', 'two'] }),
  'openai, vectors as numbers': (access) =>
    openai(access).embeddings.create({ model: 'embed', input: 'one', encoding_format: 'float' }),
  'openai, a picture': (access) => openai(access).images.generate({ model: 'dall-e-3', prompt: 'A dot' }),
  'openai, an edit': async (access) =>
    openai(access).images.edit({ model: 'dall-e-3', image: await picture(), prompt: 'Greener' }),
  'openai, a variation': async (access) =>
    openai(access).images.createVariation({ model: 'dall-e-3', image: await picture() }),
  'openai, speech': async (access) => {
    const speech = await openai(access).audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Good day',
    });
    return [speech.headers.get('content-type'), Buffer.from(await speech.arrayBuffer()).toString('hex')];
  },
  'openai, a transcript': async (access) =>
    openai(access).audio.transcriptions.create({ model: 'whisper-1', file: await audioFile() }),
  'openai, a translation': async (access) =>
    openai(access).audio.translations.create({ model: 'whisper-1', file: await audioFile() }),
  'openai, a moderation': (access) => openai(access).moderations.create({ model: 'moderate', input: 'Hi' }),
  'openai, an old completion': (access) =>
    openai(access).completions.create({ model: 'instruct', prompt: 'And' }),
  '@anthropic-ai/sdk, a count': ({ url, key }) =>
    new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 }).messages.countTokens({
      model: 'claude',
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  '@google/genai, a count': async (access) =>
    (await google(access).countTokens({ model: 'vectors', contents: 'Hi' })).totalTokens,
  '@google/genai, vectors': async (access) =>
    (await google(access).embedContent({ model: 'vectors', contents: ['one', 'two'] })).embeddings,
  'ai, vectors': async (access) => {
    const { embeddings, usage } = await embedMany({
      model: sdk(access).embedding('embed'),
      values: ['one', 'two'],
    });
    return [embeddings, usage];
  },
  'ai, a picture': async (access) =>
    (await generateImage({ model: sdk(access).image('dall-e-3'), prompt: 'A dot' })).image.base64,
  'ai, speech': async (access) =>
    (await generateSpeech({ model: sdk(access).speech('tts-1'), text: 'Good day' })).audio.base64,
  'ai, a transcript': async (access) => {
    const { text, language, durationInSeconds } = await transcribe({
      model: sdk(access).transcription('whisper-1'),
      audio: SOUND,
    });
    return [text, language, durationInSeconds];
  },
};

test.each(Object.entries(calls))('%s: the same through the gateway as directly', async (_, call) => {
  const direct = await call({ url: lab.upstream.url, key: 'k' });
  const directCall = lab.upstream.calls.at(-1);
  expect(direct).toBeTruthy();
  expect(await call({ url: lab.url, key: lab.key })).toEqual(direct);
  const sent = lab.upstream.calls.at(-1);
  // a gateway option sets the version in Google's path
  expect(sent?.path.replace('/v1beta/', '/v1/')).toBe(directCall?.path);
  expect(sent?.body.length).toBe(directCall?.body.length);
});
