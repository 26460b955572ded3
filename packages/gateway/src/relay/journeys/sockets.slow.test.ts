import { afterAll, beforeAll, expect, test } from 'vitest';
import { misuses } from '../../testing/sockets/callers.ts';
import { type GatewayProcess, startGatewayProcess } from '../../testing/sockets/gateway-process.ts';
import {
  type HostileProvider,
  startHostileChats,
  startHostileSockets,
} from '../../testing/sockets/providers.ts';

/** Number of rounds of each misuse at 0 to 20 ms; `SOAK=1` repeats it fifty times and prints counts. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? (process.env.SOAK === '1' ? 50 : 1));
const AT = Array.from({ length: 21 }, (_, at) => at);
const idle = { calls: 0, streams: 0, abandoned: 0, bodyBytes: 0, sessions: 0 };
const nothing = { ...idle, connections: 0, holds: 0 };

let chats: HostileProvider;
let sockets: HostileProvider;
let gateway: GatewayProcess;
beforeAll(async () => {
  chats = await startHostileChats();
  sockets = await startHostileSockets();
  gateway = await startGatewayProcess({ chat: chats.url, sockets: sockets.url });
}, 30_000);
afterAll(async () => {
  await gateway?.close();
  await chats.close();
  await sockets.close();
});

/** Polls the gateway until it holds nothing. */
async function expectRest(): Promise<void> {
  await expect
    .poll(() => gateway.holdings(), { timeout: 45_000, interval: 100 })
    .toEqual({ ...nothing, pid: gateway.pid });
}

test('the gateway keeps its process and holds nothing after every misuse of its sockets by callers and providers', async () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const at of AT) {
      const all = Object.entries(misuses).map(async ([name, misuse]) => {
        const done = misuse(gateway, at);
        if (!done) return;
        await done;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      });
      await Promise.all(all);
      await gateway.holdings(); // fails when it has ended
    }
  }
  for (const { counts: faults } of [chats, sockets]) expect([...faults.values()]).not.toContain(0);
  await expectRest();
  const status = await fetch(`${gateway.url}/livez`, { headers: { connection: 'close' } });
  expect(status.status).toBe(200);
  if (ROUNDS === 1) return;
  const lines = [counts, chats.counts, sockets.counts].flatMap((each) => [...each]);
  process.stdout.write(lines.map(([name, count]) => `${String(count).padStart(7)}  ${name}\n`).join(''));
}, 7_200_000);
