import {
  getChannelHealth,
  getLogBars,
  getLogStat,
  getOwnService,
  getService,
  listLogGroups,
  listLogs,
  listOwnLogs,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, cutAfter, fail, type Script, sendEvents, streamOf } from '../../testing/upstream.ts';

const FAILED = 5;
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000 });
  await lab.option('RetryTimes', 0);
});
afterAll(() => lab.close());

async function stream(script: Script, language = 'en') {
  const before = await lab.booked();
  lab.upstream.script = script;
  const answer = await lab.chat({ stream: true }, { 'accept-language': language });
  await answer.text();
  const { rows } = await lab.booked();
  const row = rows[before.rows.length];
  return row && { ...row, other: JSON.parse(row.other) };
}

test('a stream that is cut is charged for what came, and its row says why it failed', async () => {
  const row = await stream((request, response) =>
    cutAfter(streamOf(request, { text: 'one two three four' }).slice(0, 5))(request, response),
  );
  expect(row).toMatchObject({ type: 2, status: 502, billing_basis: 'counted' });
  expect(row?.quota).toBeGreaterThan(0);
  expect(row?.other).toMatchObject({
    status_code: 502,
    error_code: 'upstream_cut',
    error_type: 'upstream_error',
    messages: {
      en: 'The provider closed the connection before the response was complete. Try again.',
      zh: expect.stringContaining('断开'),
    },
  });
});

test('an error that the provider sends within a stream makes it a failed one', async () => {
  const error = 'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n';
  const row = await stream((request, response) =>
    sendEvents([...streamOf(request, { text: 'one two three' }).slice(0, 4), error])(request, response),
  );
  expect(row).toMatchObject({ type: 2, status: 502 });
  expect(row?.other).toMatchObject({ status_code: 502, error_type: 'server_error' });
  expect(row?.other.messages.en).toContain('overloaded');
});

test('a stream that comes to its end has no failure', async () => {
  const row = await stream(completion({ text: 'whole' }));
  expect(row).toMatchObject({ type: 2, status: 200 });
  expect(row?.other).not.toHaveProperty('error_code');
});

test('every count of requests has the cut ones as failed, and channels count the same attempts', async () => {
  lab.upstream.script = fail(500);
  await lab.chat();
  const all = { page_size: 100 };
  const admin = lab.as('admin');
  await expect.poll(async () => (await admin.get(listLogs, { ...all, type: FAILED })).items.length).toBe(3);
  const listed = (await admin.get(listLogs, { ...all, type: FAILED })).items;
  expect(listed.map(({ type, status }) => [type, status])).toEqual([
    [5, 500],
    [2, 502],
    [2, 502],
  ]);
  const [first] = listed;
  const next = await admin.get(listLogs, { page_size: 1, type: FAILED, cursor: first?.request_id });
  expect(next.items.map(({ request_id }) => request_id)).toEqual([listed[1]?.request_id]);
  const payer = createClient(lab.app, lab.ctx, lab.payer);
  expect((await payer.get(listOwnLogs, { ...all, type: FAILED })).total).toBe(3);

  expect(await admin.get(getLogStat, {})).toMatchObject({ failed_calls: 3 });
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const sumOf = (items: readonly { calls: number; failed: number }[]) => [
    total(items.map(({ calls }) => calls)),
    total(items.map(({ failed }) => failed)),
  ];
  expect(sumOf((await admin.get(getLogBars, {})).items)).toEqual([1, 3]);
  expect(sumOf((await admin.get(listLogGroups, {})).items)).toEqual([1, 3]);
  for (const { items } of [await admin.get(getService, {}), await payer.get(getOwnService, {})]) {
    expect(total(items.map(({ calls }) => calls))).toBe(1);
    expect(total(items.map(({ errors }) => errors.server))).toBe(3);
  }

  const requests = (lab.relay.metrics() ?? '').match(/tollgate_requests_total\{.*/g)?.sort();
  expect(requests).toEqual([
    'tollgate_requests_total{dialect="openai-chat",endpoint="chat",status="2xx"} 1',
    'tollgate_requests_total{dialect="openai-chat",endpoint="chat",status="5xx"} 3',
  ]);
  await lab.relay.close(); // Writes what is gathered.
  const [channel] = (await admin.get(getChannelHealth, {})).items;
  expect(channel).toMatchObject({ calls: 4, failures: 3, errors: { broken: 2, server: 1 } });
});
