import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { sendJson } from '../../testing/upstream.ts';

let lab: TaskLab;
let accept: TaskLab['order'];
beforeAll(async () => {
  lab = await startTaskLab({ quota: 10_000_000, stallMs: 300 });
  accept = lab.order;
});
beforeEach(() => {
  lab.order = accept;
  lab.upstream.calls.length = 0;
});
afterAll(() => lab.close());

test('a drawing is hidden from other users, including its seed and follow-ups', async () => {
  const id = await lab.finished();
  const stranger = await lab.token({}, lab.people.other);
  const as = { authorization: `Bearer ${stranger}` };
  expect((await lab.call('GET', `/mj/task/${id}/fetch`, undefined, as)).json.description).toMatch(
    /^task_not_found /,
  );
  expect((await lab.call('GET', `/mj/task/${id}/image-seed`, undefined, as)).status).toBe(400);
  expect((await lab.call('POST', '/mj/task/list-by-condition', { ids: [id] }, as)).json).toEqual([]);
  expect((await lab.call('POST', '/mj/submit/modal', { taskId: id }, as)).json.description).toMatch(
    /^task_not_found /,
  );
  expect((await lab.call('POST', '/mj/notify', { id, status: 'FAILURE' }, as)).status).toBe(400);
  const own = await lab.call('POST', '/mj/task/list-by-condition', { ids: [id, 'unknown'] });
  expect(own.json.map((drawing: { id: string }) => drawing.id)).toEqual([id]);
});

test('the seed comes from the provider of the drawing', async () => {
  const id = await lab.finished();
  lab.order = (_, response) => sendJson(response, 200, { code: 1, description: 'ok', result: '123' });
  expect((await lab.call('GET', `/mj/task/${id}/image-seed`)).json.result).toBe('123');
  expect(lab.upstream.calls.at(-1)).toMatchObject({ method: 'GET', path: `/mj/task/${id}/image-seed` });
});

test('a notification triggers a poll and its content is ignored', async () => {
  const { json } = await lab.imagine();
  const before = await lab.balance();
  const response = await lab.call('POST', '/mj/notify', {
    id: json.result,
    status: 'FAILURE',
    failReason: 'mine',
  });
  expect(response).toMatchObject({ status: 200, json: { code: 1 } });
  await lab.pollOnce();
  expect((await lab.call('GET', `/mj/task/${json.result}/fetch`)).json).toMatchObject({
    status: 'IN_PROGRESS',
    failReason: '',
  });
  expect(await lab.balance()).toBe(before);
});

test('a picture passes through the gateway only when it is an image', async () => {
  const id = await lab.finished();
  const anonymous = (path: string) => fetch(lab.url + path);
  const answer = (type: string, body = 'PNG') => {
    lab.order = (_, response) => void response.writeHead(200, { 'content-type': type }).end(body);
  };
  answer('image/png');
  const picture = await anonymous(`/mj/image/${id}`);
  expect(await picture.text()).toBe('PNG');
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
  for (const type of ['text/html', 'image/svg+xml', 'application/json']) {
    answer(type, '<script>alert(1)</script>');
    const refused = await anonymous(`/mj/image/${id}`);
    expect({ type, status: refused.status, body: await refused.json() }).toEqual({
      type,
      status: 500,
      body: { error: 'http_get_image_failed' },
    });
  }
  const unknown = await anonymous('/fast/mj/image/unknown');
  expect([unknown.status, await unknown.json()]).toEqual([400, { error: 'midjourney_task_not_found' }]);

  lab.order = accept;
  const inside = await lab.finished({ imageUrl: `http://127.0.0.1:${new URL(lab.url).port}/api/status` });
  const refused = await anonymous(`/mj/image/${inside}`);
  expect([refused.status, await refused.json()]).toEqual([500, { error: 'http_get_image_failed' }]);

  await lab.option('MjForwardUrlEnabled', false);
  const { json } = await lab.call('GET', `/mj/task/${id}/fetch`);
  expect(json.imageUrl).toBe(`${lab.upstream.url}/pictures/${id}.png`);
  await lab.option('MjForwardUrlEnabled', true);
});

test('a caller frees its connection when it stops reading a picture', async () => {
  const id = await lab.finished();
  const port = Number(new URL(lab.url).port);
  // More than the buffers between provider and caller hold.
  const picture = Buffer.alloc(32 * 1024 * 1024);
  lab.order = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  const stalled = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`GET /mj/image/${id} HTTP/1.1\r\nhost: gateway\r\n\r\n`);
      await once(socket, 'readable');
      return socket;
    }),
  );
  lab.order = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('PNG');
  expect(await (await fetch(`${lab.url}/mj/image/${id}`)).text()).toBe('PNG');
  await expect.poll(() => lab.relay.usage().calls, { timeout: 20_000 }).toBe(0);
  for (const socket of stalled) socket.destroy();
});

test("the console's list of drawings is not served by the relay", async () => {
  const response = await fetch(`${lab.url}/api/mj/self`);
  expect(response.status).not.toBe(501);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
