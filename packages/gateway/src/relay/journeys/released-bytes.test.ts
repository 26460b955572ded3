import { type ClientRequest, request, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { hello, startRelayLab } from '../../testing/relay.ts';
import { type ReceivedCall, streamOf } from '../../testing/upstream.ts';

const MEGABYTE = 1024 * 1024;
const STREAMS = 4;
const frames = streamOf({
  json: { model: 'gpt-4o', stream_options: { include_usage: true } },
} as unknown as ReceivedCall);

/** Bytes of buffers in use. */
function buffers(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

test('running streams release the bytes of their requests', async () => {
  const lab = await startRelayLab({ quota: 1_000_000_000 });
  const answers: ServerResponse[] = [];
  const lengths: number[] = [];
  lab.upstream.script = (call, response) => {
    lengths.push(call.body.length);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(frames[0]);
    answers.push(response);
  };
  const body = JSON.stringify({
    ...hello,
    stream: true,
    messages: [{ role: 'user', content: 'word '.repeat((2 * MEGABYTE) / 5) }],
  });
  const begin = () =>
    new Promise<ClientRequest>((resolve, reject) => {
      const asking = request(`${lab.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${lab.key}`, 'content-type': 'application/json' },
      });
      asking.once('response', (response) => response.once('data', () => resolve(asking)).resume());
      asking.once('error', reject).end(body);
    });
  const closeAll = (open: ClientRequest[]) => {
    for (const answer of answers) answer.end(frames.slice(1).join(''));
    return Promise.all(open.map((asking) => new Promise((resolve) => asking.once('close', resolve))));
  };

  await closeAll([await begin()]);
  answers.length = 0;
  lab.upstream.calls.length = 0;
  const before = buffers();
  const open: ClientRequest[] = [];
  for (let index = 0; index < STREAMS; index++) open.push(await begin());
  lab.upstream.calls.length = 0;
  await expect.poll(() => (buffers() - before) / MEGABYTE, { timeout: 10_000 }).toBeLessThan(STREAMS);
  expect(lab.relay.usage().streams).toBe(STREAMS);
  for (const length of lengths) expect(length).toBeGreaterThan(2 * MEGABYTE - 5);
  await closeAll(open);
  await lab.close();
}, 60_000);
