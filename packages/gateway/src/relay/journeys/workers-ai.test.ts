import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;

const melo = '@cf/myshell-ai/melotts';
const aura = '@cf/deepgram/aura-1';
const xl = '@cf/stabilityai/stable-diffusion-xl-base-1.0';
const flux = '@cf/black-forest-labs/flux-1-schnell';
const INPUT = 'Grüezi mitenand';

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { [melo]: 7.5, [aura]: 7.5 });
  await lab.option('ModelPrice', { [xl]: 0.002, [flux]: 0.002 });
  const models = [melo, aura, xl, flux].join(',');
  await lab.channel({ type: 39, other: 'account-1', key: 'key-of-cloudflare', models });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

const last = () => lab.upstream.calls.at(-1);
const sends =
  (contentType: string, body: Buffer): Script =>
  (_, response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(body);
  };
const ran = (result: object) => ({ result, success: true, errors: [], messages: [] });
const createSpeech = (fields: Partial<OpenAI.Audio.SpeechCreateParams> & { model: string }) =>
  openai.audio.speech.create({ input: INPUT, voice: 'angus', ...fields });
const readAudio = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
async function refused(path: string, body: object) {
  const calls = lab.upstream.calls.length;
  const headers = { authorization: `Bearer ${lab.key}`, 'content-type': 'application/json' };
  const answer = await fetch(lab.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { error } = (await answer.json()) as { error: { message: string; code: string } };
  expect([answer.status, error.code]).toEqual([400, 'field_unsupported']);
  expect(lab.upstream.calls.length).toBe(calls);
  return /"(\w+)"/.exec(error.message)?.[1];
}

/** The shortest PNG and the first bytes of any JPEG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]);

/** https://developers.cloudflare.com/workers-ai/models/stable-diffusion-xl-base-1.0/ */
test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
])('a response that is the picture itself (%s) is converted to a picture in JSON', async (type, bytes) => {
  lab.upstream.script = sends(type, bytes);
  const answer = await openai.images.generate({
    model: xl,
    prompt: 'A cat',
    size: '1024x768' as '1024x1024',
  });
  expect(answer.data).toEqual([{ b64_json: bytes.toString('base64') }]);
  expect(last()?.path).toBe(`/client/v4/accounts/account-1/ai/run/${xl}`);
  expect(last()?.json).toEqual({ prompt: 'A cat', width: 1024, height: 768 });
  expect((await lastRow(lab)).quota).toBe(1000);
});

test("an invalid picture is an error, and the vendor's reason reaches the caller", async () => {
  lab.upstream.script = sends('text/plain', Buffer.from('out of order'));
  await expect(openai.images.generate({ model: flux, prompt: 'A cat' })).rejects.toMatchObject({
    status: 502,
  });
  const errors = [{ code: 3030, message: 'the prompt is flagged' }];
  lab.upstream.script = (_, response) => sendJson(response, 400, { ...ran({}), success: false, errors });
  await expect(openai.images.generate({ model: xl, prompt: 'A cat' })).rejects.toThrow(
    'the prompt is flagged',
  );
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({ image: 'aGk=' }));
  expect((await openai.images.generate({ model: flux, prompt: 'A cat' })).data).toEqual([
    { b64_json: 'aGk=' },
  ]);
});

/** https://developers.cloudflare.com/workers-ai/models/melotts/ */
test('MeloTTS audio is extracted from its JSON and charged by text', async () => {
  const mp3 = Buffer.from([0x49, 0x44, 0x33, 4, 0, 250]);
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({ audio: mp3.toString('base64') }));
  const answer = await createSpeech({ model: melo, voice: 'fr' });
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect(await readAudio(answer)).toEqual(mp3);
  expect(last()?.json).toEqual({ prompt: INPUT, lang: 'fr' });
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 8, quota: 60, billing_basis: 'counted' });

  const wav = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({ audio: wav.toString('base64') }));
  const wave = await createSpeech({ model: melo, voice: 'en' });
  expect([wave.headers.get('content-type'), await readAudio(wave)]).toEqual(['audio/wav', wav]);
});

/** https://developers.cloudflare.com/workers-ai/models/aura-1/ */
test('Aura audio passes unchanged and is charged by text', async () => {
  const audio = Buffer.alloc(5000, 7);
  lab.upstream.script = sends('audio/mpeg', audio);
  const answer = await createSpeech({ model: aura });
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect(await readAudio(answer)).toEqual(audio);
  expect(last()?.json).toEqual({ text: INPUT, speaker: 'angus', encoding: 'mp3' });
  expect(last()?.headers.authorization).toBe('Bearer key-of-cloudflare');
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 8, quota: 60, billing_basis: 'counted' });
  await readAudio(await createSpeech({ model: aura, response_format: 'pcm', speed: 1 }));
  expect(last()?.json).toMatchObject({ encoding: 'linear16', container: 'none', sample_rate: 24_000 });
});

test('an error of Workers AI instead of speech is an error for the caller', async () => {
  const errors = [{ code: 5006, message: 'speaker is unknown' }];
  lab.upstream.script = (_, response) => sendJson(response, 400, { ...ran({}), success: false, errors });
  await expect(createSpeech({ model: aura, voice: 'alloy' })).rejects.toThrow('speaker is unknown');
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({}));
  await expect(createSpeech({ model: melo, voice: 'en' })).rejects.toMatchObject({ status: 502 });
});

test('speech is refused with the field when Workers AI does not support it', async () => {
  const ask = (fields: object) => refused('/v1/audio/speech', { model: melo, input: 'x', ...fields });
  expect(await ask({ voice: 'alloy' })).toBe('voice');
  expect(await ask({ voice: 'en', response_format: 'opus' })).toBe('response_format');
  expect(await ask({ voice: 'en', speed: 1.5 })).toBe('speed');
  expect(await ask({ voice: 'en', instructions: 'Whisper' })).toBe('instructions');
  expect(await ask({ model: aura, voice: 'angus', response_format: 'ogg' })).toBe('response_format');
});
