import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRest } from '../../testing/fault-lab.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startEndpointLab } from '../../testing/relay-labs.ts';
import { sendJson } from '../../testing/upstream.ts';
import { affordableBytes } from '../request/body-budget.ts';

const MEGABYTE = 1024 * 1024;
const BOUNDARY = 'of-a-test';
const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
/** Larger than what is sent in one piece, and not a multiple of a piece. */
const recording = randomBytes(3 * MEGABYTE + 17);

let lab: RelayLab;
beforeAll(async () => {
  lab = await startEndpointLab();
  await lab.channel({ models: 'whisper-1,gpt-4o-transcribe', base_url: lab.upstream.url });
  await lab.option('RetryTimes', 1);
});
afterAll(() => lab.close());

function form(model: string): Buffer {
  const head = [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="model"\r\n\r\n${model}\r\n`,
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="talk.mp3"\r\n\r\n`,
  ];
  return Buffer.concat([Buffer.from(head.join('')), recording, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Sends the body, chunked when the length must be unknown. */
function upload(body: Buffer, chunked: boolean): Promise<Response> {
  return fetch(`${lab.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { 'content-type': contentType, authorization: `Bearer ${lab.key}` },
    body: chunked ? new Blob([new Uint8Array(body)]).stream() : new Uint8Array(body),
    ...(chunked && { duplex: 'half' }),
  } as RequestInit);
}

test.each([
  ['with its length', false],
  ['in chunks', true],
])(
  'an upload that comes %s reaches the second channel byte by byte when the first one fails, and leaves nothing behind',
  async (_, chunked) => {
    lab.upstream.calls.length = 0;
    lab.upstream.script = (_, response) =>
      lab.upstream.calls.length === 1
        ? sendJson(response, 500, {})
        : sendJson(response, 200, { text: 'hello' });
    const body = form('whisper-1');
    const answer = await upload(body, chunked);
    expect(await answer.json()).toEqual({ text: 'hello' });
    expect(lab.upstream.calls.length).toBe(2);
    for (const call of lab.upstream.calls) {
      expect(call.headers['content-type']).toBe(contentType);
      expect(call.headers['content-length']).toBe(String(body.length));
      expect(call.body.equals(body)).toBe(true);
    }
    await expectRest(lab);
  },
);

test("a provider's refusal of an unread upload reaches the caller", async () => {
  const hasty = createServer((_, response) => {
    response.writeHead(413, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"too large for us"}}');
  });
  await new Promise<void>((resolve) => hasty.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}`;
  await lab.channel({ models: 'whisper-1', base_url, priority: 10 });
  await lab.option('RetryTimes', 0);
  const answer = await upload(form('whisper-1'), false);
  expect([413, 502]).toContain(answer.status);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(/./) } });
  await expectRest(lab);
  await lab.option('RetryTimes', 1);
  lab.upstream.script = (_, response) => sendJson(response, 200, { text: 'hello' });
  expect((await upload(form('whisper-1'), false)).status).toBe(200);
  await expectRest(lab);
  hasty.closeAllConnections();
  hasty.close();
});

test('bodies may use a quarter of the memory, within a minimum and the limit', () => {
  const gigabyte = 1024 * MEGABYTE;
  expect(affordableBytes(gigabyte)).toBe(256 * MEGABYTE);
  expect(affordableBytes(64 * gigabyte)).toBe(512 * MEGABYTE);
  expect(affordableBytes(gigabyte / 8)).toBe(64 * MEGABYTE);
});
