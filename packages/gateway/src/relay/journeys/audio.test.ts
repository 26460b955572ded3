import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startEndpointLab } from '../../testing/relay-labs.ts';
import { completion, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startEndpointLab();
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

const last = () => lab.upstream.calls.at(-1);

const file = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new File([bytes], name, { type: 'application/octet-stream' });

test('speech is returned as audio and costs by character, or by token for newer models', async () => {
  const audio = Buffer.from([0xff, 0xfb, 0, 1, 2, 3, 0x80]);
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(audio);
  };
  const input = 'Grüezi mitenand';
  const answer = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input });
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(audio);
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 15, quota: 113, billing_basis: 'counted' });
  const other = await openai.audio.speech.create({ model: 'gpt-4o-mini-tts', voice: 'alloy', input });
  await other.arrayBuffer();
  expect((await lastRow(lab)).prompt_tokens).toBeLessThan(15);
});

/** One second of silence: 16 kHz, 16 bit. */
function wave(seconds: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(44 + seconds * 32_000);
  bytes.write('RIFF', 0);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt32LE(32_000, 28);
  bytes.write('data', 36);
  return new Uint8Array(bytes);
}

test.each<[string, unknown, number, string]>([
  ['says seconds', { text: 'Hi', usage: { type: 'duration', seconds: 61 } }, 1017, 'upstream_usage'],
  ['says how long it was', { text: 'Hi', duration: 30.2 }, 517, 'upstream_usage'],
  ['says nothing', { text: 'Hi' }, 51, 'counted'],
])('a transcript whose provider %s is charged 1,000 tokens a minute', async (_, body, tokens, basis) => {
  lab.upstream.script = (_call, response) => sendJson(response, 200, body);
  const answer = await openai.audio.transcriptions.create({
    model: 'whisper-1',
    file: file(wave(3), 'a.wav'),
  });
  expect(answer.text).toBe('Hi');
  const row = await lastRow(lab);
  expect(row).toMatchObject({ prompt_tokens: basis === 'counted' ? 67 : tokens, billing_basis: basis });
  expect(row.quota).toBe(row.prompt_tokens * 15);
});

test('a transcript is charged by tokens when the model counts them, and its form has the mapped name', async () => {
  const usage = { type: 'tokens', input_tokens: 140, output_tokens: 30, total_tokens: 170 };
  lab.upstream.script = (_, response) => sendJson(response, 200, { text: 'Hi', usage });
  await openai.audio.transcriptions.create({ model: 'gpt-4o-transcribe', file: file(wave(1), 'a.wav') });
  expect(last()?.body.toString('latin1')).toMatch(/name="model"\r\n\r\nstt-2\r\n/);
  expect(last()?.body.includes(Buffer.from(wave(1)))).toBe(true);
  expect((await lastRow(lab)).quota).toBe((140 + 30 * 4) * 1.25);
});

test('a text transcript passes unchanged, and audio of unknown length is charged by its size', async () => {
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Grüezi\n');
  };
  const audio = new Uint8Array(8000 * 60);
  const text = await openai.audio.translations.create({
    model: 'whisper-1',
    file: file(audio, 'a.ogg'),
    response_format: 'text',
  });
  expect(text).toBe('Grüezi\n');
  expect(last()?.path).toBe('/v1/audio/translations');
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 1000, billing_basis: 'estimated' });
});
