import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callers } from '../../testing/callers.ts';
import {
  askAll,
  bookedRows,
  expectRest,
  pairs,
  startFaultLab,
  vendorAt,
  vendors,
} from '../../testing/fault-lab.ts';
import { chunk, head, type RawUpstream, startRawUpstream } from '../../testing/raw-upstream.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';
import { voiceOf } from '../../testing/voices.ts';

/**
 * Number of calls without a response, and of calls that fall silent within it, at once. Default 50;
 * `HUNG_CALLS=500` for the full test.
 */
const EACH = Number(process.env.HUNG_CALLS ?? 50);
/** Long enough for all of them to arrive before the first times out. */
const SILENCE_MS = 10_000 + EACH * 70;
const patient = { timeout: SILENCE_MS + 20_000, interval: 20 };

let hung: RawUpstream;
let lab: RelayLab;
beforeAll(async () => {
  hung = await startRawUpstream(({ body, path }, socket) => {
    if (!body.includes('then stall')) return;
    socket.write(head('text/event-stream', ['transfer-encoding: chunked']));
    socket.write(chunk(voiceOf(vendorAt(path)).begin.join('')));
  });
  lab = await startFaultLab({ silenceMs: SILENCE_MS }, hung.url);
  await lab.channel();
  const models = ['gpt-4o', ...vendors.map((vendor) => `m-${vendor}`)];
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
  lab.upstream.script = completion();
});
afterAll(async () => {
  await lab.close();
  await hung.close();
});

/** Reachable memory in megabytes. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / (1024 * 1024);
}

/** Returns the responses of one round, once all callers wait at the same time. */
async function round(each: number) {
  hung.calls.length = 0;
  const ask = (number: number, prompt: string, stream: boolean) => {
    const [caller, vendor] = pairs[number % pairs.length] as (typeof pairs)[number];
    return askAll(lab, { caller, vendor, stream, prompt }).then((got) => ({ caller, got }));
  };
  const silent: ReturnType<typeof ask>[] = [];
  const stalled: ReturnType<typeof ask>[] = [];
  for (let number = 0; number < each; number += 1) {
    silent.push(ask(number, 'never', number % 2 === 0));
    stalled.push(ask(number, 'begin, then stall', true));
    // At most as many at a time as may wait for a connection.
    if (number % 50 === 49) await expect.poll(() => hung.calls.length, patient).toBe(2 * (number + 1));
  }
  await expect.poll(() => hung.calls.length, patient).toBe(2 * each);
  expect(hung.open()).toBe(2 * each);
  expect(lab.relay.usage().calls).toBe(2 * each);
  for (let time = 0; time < 20; time += 1) {
    const answer = await lab.chat({ stream: time % 2 === 0 });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  return { silent: await Promise.all(silent), stalled: await Promise.all(stalled) };
}

test('hundreds of silent providers delay no other call and leak neither memory nor connections', async () => {
  await round(5);
  await expectRest(lab, hung.open);
  const before = memory();
  const charged = (await bookedRows(lab)).size;
  const { silent, stalled } = await round(EACH);
  await expectRest(lab, hung.open);
  for (const { caller, got } of silent) {
    expect(got.status).toBe(502);
    expect(callers[caller].readError(got.text)).toContain(got.id);
  }
  const rows = await bookedRows(lab);
  for (const { caller, got } of stalled) {
    expect(got.status).toBe(200);
    expect(got.text).toContain(callers[caller].error);
    expect(got.text).not.toContain(callers[caller].end);
    expect(rows.get(got.id)).toMatchObject({ billing_basis: 'counted' });
  }
  // Charged are the stalled and the healthy calls; those without a response are free.
  expect(rows.size - charged).toBe(EACH + 20);
  await expect.poll(() => memory() - before, patient).toBeLessThan(15);
}, 180_000);
