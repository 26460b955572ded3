import { createLimit, getLimitUsage } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, callers } from '../../testing/callers.ts';
import { LIMITED_MODEL, type LimitLab, OUTPUT, startLimitLab } from '../../testing/limit-lab.ts';
import { sendEvents } from '../../testing/upstream.ts';

const dialects = Object.keys(callers) as Caller[];
/** Messages always have a length, and their hold covers it from the start. */
const withoutLength = dialects.filter((dialect) => dialect !== 'messages');
/** More than the longest answer that is assumed, and less than the answer that comes. */
const BUDGET = 35_000 * OUTPUT;

let lab: LimitLab;
beforeAll(async () => {
  lab = await startLimitLab();
});
afterAll(() => lab.close());
afterEach(() => lab.reset());

test('streams that would pass a budget end with an error event in the format of their caller, and cost what came', async () => {
  const id = await lab.limit({
    ...{ name: 'small', scope: 'token', scope_id: 'each' },
    ...{ resource: 'quota', amount: BUDGET, window: 'month' },
  });
  const text = ' word'.repeat(500);
  const events = {
    chat: { choices: [{ index: 0, delta: { content: text } }] },
    responses: {
      type: 'response.output_text.delta',
      item_id: 'm',
      output_index: 0,
      content_index: 0,
      delta: text,
    },
  };
  lab.upstream.script = (call, response) => {
    const event = `data: ${JSON.stringify(call.path.endsWith('/responses') ? events.responses : events.chat)}\n\n`;
    return sendEvents(
      Array.from({ length: 120 }, () => event),
      { gapMs: 50 },
    )(call, response);
  };
  const ends = await Promise.all(
    withoutLength.map(async (dialect) => {
      const { path, body } = callers[dialect];
      const withLength = body(LIMITED_MODEL, true, 'hi') as Record<string, unknown>;
      const { max_tokens, max_output_tokens, ...request } = withLength;
      const response = await fetch(`${lab.url}${path(LIMITED_MODEL, true)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await lab.token()}` },
        body: JSON.stringify(request),
      });
      return (await response.text()).slice(-1500);
    }),
  );
  await lab.booked();

  for (const [index, dialect] of withoutLength.entries())
    for (const part of [callers[dialect].error, 'budget_exceeded', '“small”'])
      expect(ends[index], dialect).toContain(part);
  const windows = await lab.as('admin').get(getLimitUsage, { id });
  expect(windows).toHaveLength(withoutLength.length);
  for (const { spent, held } of windows) {
    expect(held).toBe(0);
    expect(spent).toBeGreaterThan(BUDGET / 2);
    expect(spent).toBeLessThanOrEqual(BUDGET);
  }
}, 60_000);

test.each(dialects.flatMap((dialect) => [false, true].map((stream) => ({ dialect, stream }))))(
  'an answer in the format of $dialect says what is left (stream: $stream)',
  async ({ dialect, stream }) => {
    await lab.limit({ resource: 'requests', amount: 10, window: 'day' });
    await lab.limit({ resource: 'tokens', amount: 50_000, window: 'day' });
    const { path, body } = callers[dialect];
    const response = await lab.post(path(LIMITED_MODEL, stream), body(LIMITED_MODEL, stream, 'hi'));
    await response.text();
    expect(response.status).toBe(200);
    for (const kind of ['requests', 'tokens'])
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(response.headers.get(`x-ratelimit-${name}-${kind}`)).toMatch(/^\d+s?$/);
        expect(response.headers.has(`anthropic-ratelimit-${kind}-${name}`)).toBe(true);
      }
    expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('9');
  },
);

test('a program sees with its key what is left of its token and its user, and nothing of others', async () => {
  const { other } = lab.people;
  const limit = (name: string, draft: object) =>
    lab.as('admin').get(createLimit, {
      ...{ name, resource: 'quota', amount: 1000, window: 'day', scope: 'token', scope_id: 'each', ...draft },
    });
  await limit('each token', {});
  await limit('of another', { scope: 'user', scope_id: other.id });
  await limit('of all', { scope: 'everybody', scope_id: '' });
  await (await lab.send()).text();
  await lab.booked();
  const seenWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${lab.url}/api/usage/token`, { headers });
    return ((await answer.json()) as { data: { limits: { name: string; spent: number }[] } }).data.limits;
  };
  const cost = 11 + 7 * OUTPUT;
  expect(await seenWith(lab.key)).toMatchObject([{ name: 'each token', amount: 1000, spent: cost, held: 0 }]);
  expect(await seenWith(await lab.token())).toMatchObject([{ name: 'each token', spent: 0 }]);
});
