import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { buildTestApp } from '../testing/app.ts';

test('a caller who disconnects within a body leaves no line in the log', async () => {
  const lines: string[] = [];
  const app = await buildTestApp({ log: { write: (line) => lines.push(line) } });
  const { port } = new URL(await app.listen());
  let arrived = 0;
  app.app.server.on('request', (request) => request.once('data', () => (arrived += 1)));
  const connections = () =>
    new Promise((resolve) => app.app.server.getConnections((_, count) => resolve(count)));
  lines.length = 0;
  for (const length of ['content-length: 1000', 'transfer-encoding: chunked'])
    for (const path of ['/api/user/login', '/v1/chat/completions']) {
      const before = arrived;
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n1\r\n{\r\n`,
      );
      await expect.poll(() => arrived, { timeout: 10_000 }).toBeGreaterThan(before);
      socket.resetAndDestroy();
      await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    }
  expect(lines).toEqual([]);
  await app.close();
});
