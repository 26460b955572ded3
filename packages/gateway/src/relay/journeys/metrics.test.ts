import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let failing: number;
let working: number;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  failing = await lab.channel({ priority: 9, key: 'sk-failing' });
  working = await lab.channel({ priority: 1, key: 'sk-working' });
  await lab.option('RetryTimes', 1);
});
afterAll(() => lab.close());

/** The number of a series, such as `tollgate_tokens_total{model="gpt-4o",kind="input"}`. */
function readSeries(series: string): number {
  const line = lab.relay
    ?.metrics()
    .split('\n')
    .find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

test('metrics count what the log has: calls, attempts by channel, tokens and quota', async () => {
  const answer = completion();
  lab.upstream.script = (request, response) =>
    request.headers.authorization === 'Bearer sk-failing'
      ? sendJson(response, 500, { error: { message: 'broken' } })
      : answer(request, response);
  for (let index = 0; index < 5; index += 1) expect((await lab.chat()).status).toBe(200);
  expect((await lab.chat({ model: 'unknown-model' })).status).toBe(404);
  expect((await lab.chat({}, { authorization: 'Bearer sk-wrong' })).status).toBe(401);
  const { rows } = await lab.booked();
  const charged = rows.filter(({ type }) => type === 2);
  const sum = (field: 'prompt_tokens' | 'completion_tokens' | 'quota') =>
    charged.reduce((total, row) => total + row[field], 0);

  expect(charged).toHaveLength(5);
  const call = 'tollgate_requests_total{dialect="openai-chat",endpoint="chat"';
  expect(readSeries(`${call},status="2xx"}`)).toBe(5);
  expect(readSeries(`${call},status="4xx"}`)).toBe(2);
  expect(readSeries('tollgate_tokens_total{model="gpt-4o",kind="input"}')).toBe(sum('prompt_tokens'));
  expect(readSeries('tollgate_tokens_total{model="gpt-4o",kind="output"}')).toBe(sum('completion_tokens'));
  expect(readSeries('tollgate_quota_total{model="gpt-4o"}')).toBe(sum('quota'));
  expect(readSeries(`tollgate_attempts_total{channel="${working}",outcome="ok"}`)).toBe(5);
  const failed = readSeries(`tollgate_attempts_total{channel="${failing}",outcome="5xx"}`);
  expect(failed).toBeGreaterThan(0); // it rests after some
  expect(failed).toBe(lab.upstream.calls.length - 5);
  expect(readSeries('tollgate_calls_running')).toBe(0);
  expect(readSeries('tollgate_ledger_unbooked')).toBe(0);
});

test('unknown paths make no series of their own', async () => {
  for (let index = 0; index < 20; index += 1)
    await fetch(`${lab.url}/v1/chat/completions/${index}?x=${index}`);
  const endpoints = new Set(
    [...(lab.relay?.metrics() ?? '').matchAll(/endpoint="([^"]*)"/g)].map(([, endpoint]) => endpoint),
  );
  expect([...endpoints].filter((endpoint) => endpoint?.match(/\d/))).toEqual([]);
});
