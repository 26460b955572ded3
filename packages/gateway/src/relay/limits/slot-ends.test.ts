import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LimitLab, startLimitLab } from '../../testing/limit-lab.ts';
import { repeatable } from '../../testing/repeatable.ts';
import { completion, cutAfter, fail, type Script, streamOf } from '../../testing/upstream.ts';

/** `npm run trust -- slots` runs it in full. */
const CALLS = process.env.KILL ? 10_000 : 400;
const SEED = Number(process.env.SLOT_SEED ?? 20_261_126);
const SLOTS = 20;
const CALLERS = 40;

let lab: LimitLab;
beforeAll(async () => {
  lab = await startLimitLab();
});
afterAll(() => lab.close());

test('no slot is lost in calls that end in every way', async () => {
  const random = repeatable(SEED);
  const rule = await lab.limit({ resource: 'concurrent', amount: SLOTS });
  const budget = await lab.limit({ resource: 'quota', amount: 1_000_000_000, window: 'day' });
  const answers: Script[] = [
    completion(),
    fail(500, { error: { message: 'broken' } }),
    fail(400, { error: { message: 'refused' } }),
    (call, response) => cutAfter(streamOf(call).slice(0, 2))(call, response),
    (_, response) => void response.destroy(),
    async (call, response) => {
      await new Promise((resolve) => setTimeout(resolve, random() * 30));
      await completion()(call, response);
    },
  ];
  lab.upstream.script = (call, response) => answers[Math.floor(random() * answers.length)]?.(call, response);
  const seen = { answered: 0, refused: 0, left: 0 };
  let sent = 0;
  const callOn = async () => {
    while (sent < CALLS) {
      sent += 1;
      const leaving = new AbortController();
      const leavesAfter = random() < 0.3 ? random() * 20 : undefined;
      const timer = leavesAfter === undefined ? undefined : setTimeout(() => leaving.abort(), leavesAfter);
      try {
        const response = await lab.send({ stream: random() < 0.5 }, leaving.signal);
        await response.text();
        if (response.status === 429) seen.refused += 1;
        else seen.answered += 1;
      } catch {
        seen.left += 1;
      }
      clearTimeout(timer);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callOn));
  await expect.poll(() => lab.relay.usage().calls, { timeout: 30_000 }).toBe(0);
  await lab.ctx.ledger.settled();
  expect((await lab.usage(budget)).held).toBe(0);
  for (const each of Object.values(seen))
    expect(each, `seed ${SEED}, ${JSON.stringify(seen)}`).toBeGreaterThan(0);

  // Every slot is free, and there is not one more.
  const upstream = lab.holdBack();
  lab.upstream.calls.length = 0;
  const together = Array.from({ length: SLOTS + 5 }, () => lab.send());
  await expect.poll(() => lab.upstream.calls.length, { timeout: 10_000 }).toBe(SLOTS);
  upstream.release();
  const statuses = await Promise.all(together.map(async (call) => (await call).status));
  expect(statuses.filter((status) => status === 200).length).toBe(SLOTS);
  expect(statuses.filter((status) => status === 429).length).toBe(5);
  expect(rule).toBeGreaterThan(0);
  if (process.env.KILL) process.stdout.write(`${sent} calls: ${JSON.stringify(seen)}, every slot is free\n`);
}, 600_000);
