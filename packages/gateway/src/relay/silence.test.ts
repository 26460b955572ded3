import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { type ReceivedCall, sendEvents, streamOf } from '../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ silenceMs: 300 });
});
afterAll(() => lab.close());

const call = { json: { model: 'gpt-4o' } } as unknown as ReceivedCall;
const opening = streamOf(call, { text: 'one two three four five' }).slice(0, 6);

test('an upstream that never answers is given up, and costs nothing', async () => {
  lab.upstream.script = () => {};
  for (const stream of [false, true]) {
    const answer = await lab.chat({ stream });
    expect(answer.status).toBe(502);
    await answer.text();
  }
  expect((await lab.booked()).rows).toEqual([]);
});

test('a stream that falls silent ends with an error event and is charged for what came', async () => {
  lab.upstream.script = sendEvents(opening, { end: false });
  const text = await (await lab.chat({ stream: true })).text();
  expect(text).toContain('upstream_cut');
  expect(text).not.toContain('[DONE]');
  expect((await lab.booked()).rows.at(-1)).toMatchObject({ billing_basis: 'counted' });
});

test('H207 a provider that says [DONE] and keeps the line open does not hold up the caller', async () => {
  const whole = streamOf(call, { text: 'done' });
  lab.upstream.script = sendEvents(whole, { end: false });
  expect(await (await lab.chat({ stream: true })).text()).toBe(whole.join(''));
});

test('a gateway that shuts down ends its streams with an error event and books them', async () => {
  const before = (await lab.booked()).rows.length;
  lab.upstream.script = sendEvents([...opening, ...Array.from({ length: 100 }, () => ': wait\n\n')], {
    gapMs: 50,
  });
  const answer = await lab.chat({ stream: true });
  const text = answer.text();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await lab.relay.close();
  expect(await text).toContain('"code":"restarting"');
  expect((await lab.booked()).rows.length).toBe(before + 1);
});
