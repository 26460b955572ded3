import { expect, test } from 'vitest';
import { SILENT_AFTER_MS } from './foreign-notes.ts';
import { OtherGateways } from './other-gateways.ts';
import type { Store } from './types.ts';

/** A clock, and how often others were looked for. */
function start() {
  let nowMs = 1_000_000;
  let looks = 0;
  const store = {
    heartbeat: async () => {},
    silentInstances: async () => {
      looks += 1;
      return [];
    },
  };
  const others = new OtherGateways(store as unknown as Store, () => nowMs);
  return {
    look: async () => {
      const before = looks;
      await others.endSilent('self', SILENT_AFTER_MS);
      return looks > before;
    },
    /** Sends heartbeats for so long, as the job does. */
    async run(ms: number) {
      for (let passed = 0; passed < ms; passed += 5000) {
        nowMs += 5000;
        await others.heartbeat();
      }
    },
    pass: (ms: number) => (nowMs += ms),
    heartbeat: () => others.heartbeat(),
  };
}

test('calls of silent gateways are ended by one that has reached the database long enough', async () => {
  const gateway = start();
  expect(await gateway.look()).toBe(false);
  await gateway.run(SILENT_AFTER_MS);
  expect(await gateway.look()).toBe(true);
});

test('after an outage of the database other gateways get the time to report', async () => {
  const gateway = start();
  await gateway.run(SILENT_AFTER_MS);
  gateway.pass(40_000);
  // The database answers again, before the first heartbeat and right after it.
  expect(await gateway.look()).toBe(false);
  await gateway.heartbeat();
  expect(await gateway.look()).toBe(false);
  await gateway.run(SILENT_AFTER_MS - 5000);
  expect(await gateway.look()).toBe(false);
  await gateway.run(5000);
  expect(await gateway.look()).toBe(true);
});
