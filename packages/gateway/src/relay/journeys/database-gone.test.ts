import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBehindLine, type DatabaseLine } from '../../testing/database-line.ts';
import { describeServers } from '../../testing/databases.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

describeServers('a database server that is stopped', (database) => {
  let lab: RelayLab;
  let line: DatabaseLine;
  let isCut = false;
  beforeAll(async () => {
    const behind = await createBehindLine(database);
    line = behind.line;
    lab = await startRelayLab({ database: behind.database });
  });
  afterEach(() => restore());
  afterAll(() => lab.close());

  async function cut() {
    await line.cut();
    isCut = true;
  }

  async function restore() {
    if (isCut) await line.restore();
    isCut = false;
  }

  for (const [method, url, body] of [
    ['GET', '/api/status'],
    ['GET', '/api/status/test'],
    ['GET', '/api/setup'],
    ['GET', '/api/user/self'],
    ['GET', '/api/log/self?p=1&page_size=10'],
    ['GET', '/api/log/?p=1&page_size=10'],
    ['POST', '/api/user/login', { username: 'user', password: 'a long password' }],
    ['POST', '/api/user/register', { username: 'newcomer', password: 'a long password' }],
    ['POST', '/api/token/', { name: 'new', unlimited_quota: true }],
  ] as const) {
    test(`the console answers ${method} ${url} with 503 and Retry-After when the server is stopped`, async () => {
      const client = lab.as('root');
      await client.cookie(); // Signs in.
      await cut();
      const answer = await client.send(method, url, body === undefined ? {} : { body });
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'busy', '5']);
    });
  }

  test('a call with a key that is not cached gets 503 with Retry-After when the server is stopped', async () => {
    await cut();
    const answer = await lab.chat();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.stringify(await answer.json())).toContain('The gateway is busy');
  });

  test('the console answers as before when the server is back', async () => {
    await cut();
    expect((await lab.as('visitor').send('GET', '/api/status')).status).toBe(503);
    await restore();
    expect((await lab.as('visitor').send('GET', '/api/status')).status).toBe(200);
  });

  test("a provider's refused connection is not mistaken for the database when the server runs", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await lab.channel({ base_url: `http://127.0.0.1:${port}`, models: 'gpt-4.1' });
    const answer = await lab.chat({ model: 'gpt-4.1' });
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream_failed' } });
  });
});
