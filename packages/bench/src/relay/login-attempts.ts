import http from 'node:http';
import { pause } from './machine.ts';
import type { Target } from './targets.ts';

/** How many logins ended with which status. */
export type FloodResult = ReadonlyMap<number, number>;

/**
 * Sends wrong passwords at a fixed rate (open loop), each from another network, until it is stopped. The networks are
 * loopback addresses, which Linux has 16 million of, so that no limit by address holds the flood back.
 */
export function startFlood(target: Target, perSecond: number): { stop(): Promise<FloodResult> } {
  const statuses = new Map<number, number>();
  const logins: Promise<void>[] = [];
  let isRunning = true;

  async function run(): Promise<void> {
    const start = performance.now();
    for (let index = 0; isRunning; index++) {
      const earlyMs = start + (index * 1000) / perSecond - performance.now();
      if (earlyMs > 0) await pause(earlyMs);
      const login = tryLogin(target, index).then((status) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      logins.push(login);
    }
  }

  const running = run();
  return {
    async stop() {
      isRunning = false;
      await running;
      await Promise.all(logins);
      return statuses;
    },
  };
}

function tryLogin({ url }: Target, index: number): Promise<number> {
  const localAddress = `127.${1 + ((index >> 8) % 200)}.${index & 255}.9`;
  const headers = { 'content-type': 'application/json', origin: url };
  return new Promise((resolve, reject) => {
    http
      .request(
        `${url}/api/user/login`,
        { method: 'POST', headers, localAddress, agent: false },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        },
      )
      .on('error', reject)
      .end(JSON.stringify({ username: `person${index % 500}`, password: 'a wrong password' }));
  });
}
