import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { upgrade } from '../../testing/sockets/callers.ts';
import { models } from '../../testing/sockets/models.ts';
import { createRelay } from '../index.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.channel({ models: models.realtime });
});
afterAll(() => lab.close());

test('a caller holds no slot and no call when it left before the session began', async () => {
  const limits = { ModelRequestRateLimitEnabled: true, ModelRequestRateLimitDurationMinutes: 1 };
  for (const [key, value] of Object.entries(limits)) await lab.option(key, value);
  const gate = Promise.withResolvers<{ waitMs: number; giveBack(): void }>();
  let isRequested = false;
  let givenBack = 0;
  const giveBack = () => {
    givenBack += 1;
  };
  const relay = createRelay({
    ...lab.ctx,
    limits: {
      ...lab.ctx.limits,
      windows: () => ({
        tryAcquire: () => {
          isRequested = true;
          return gate.promise;
        },
      }),
    } as unknown as typeof lab.ctx.limits,
  });
  const server = createServer().on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    relay.upgrade(request, { socket: socket as Socket, head }, 'request-id');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => {});
  caller.write(upgrade(lab.key));
  await expect.poll(() => isRequested, { timeout: 10_000 }).toBe(true);
  expect(relay.usage()).toMatchObject({ calls: 1, sessions: 1 });
  caller.resetAndDestroy();
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  gate.resolve({ waitMs: 0, giveBack });
  await expect.poll(() => relay.usage(), { timeout: 10_000 }).toMatchObject({ calls: 0, sessions: 0 });
  expect(givenBack).toBe(1);
  await relay.close();
  await new Promise((resolve) => server.close(resolve));
});
