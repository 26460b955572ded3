import { exportLogs, exportOwnLogs, type FileEndpoint, updateUser } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../testing/app.ts';
import { parseCsv } from '../../testing/csv.ts';
import { makeLogs } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const ratios = {
  model_ratio: 0.075,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  user_group_ratio: -1,
};
const priced = { model_price: 0.0425, group_ratio: 0.125, quota_per_unit: 500_000 };
const refund = { event: 'task_refund', task_id: 'song-1', quota: 50_000 };

const rows: [name: string, row: { type: number; content: string; other: unknown }, en: string, zh: string][] =
  [
    [
      'a call by tokens',
      { type: 2, content: '模型倍率 0.07，补全倍率 4.00，分组倍率 1.00', other: ratios },
      'Model ratio 0.075, output ratio 4, group ratio 1',
      '模型倍率 0.075，输出倍率 4，分组倍率 1',
    ],
    [
      'a call with a tiny ratio and a group of its own',
      {
        type: 2,
        content: '模型倍率 0.00，补全倍率 1.00，分组倍率 0.33',
        other: { ...ratios, model_ratio: 1e-7, completion_ratio: 1, user_group_ratio: 1 / 3 },
      },
      'Model ratio 0.0000001, output ratio 1, group ratio 0.3333333333333333',
      '模型倍率 0.0000001，输出倍率 1，分组倍率 0.3333333333333333',
    ],
    [
      'a background response that another gateway continued',
      {
        type: 4,
        content: '后台响应 resp_1 由另一个网关接续，退回先前按预估收取的 ＄0.100000 额度',
        other: { event: 'background_refund', response_id: 'resp_1', quota: 50_000 },
      },
      'Another gateway continued the background response resp_1, refunded the estimate of $0.100000',
      '后台响应 resp_1 由另一个网关接续，已退回预估费用 ＄0.100000 额度',
    ],
    [
      'a call with a fixed price',
      { type: 2, content: '模型价格 0.04，分组倍率 0.13', other: { ...priced, price_times: 2 } },
      'Price per request $0.0425 × 2, group ratio 0.125',
      '模型价格 $0.0425 × 2，分组倍率 0.125',
    ],
    [
      'a drawing',
      { type: 2, content: '模型固定价格 0.04，分组倍率 0.13，操作 IMAGINE，ID 1,2', other: priced },
      'Price per request $0.0425, group ratio 0.125, action IMAGINE, ID 1,2',
      '模型价格 $0.0425，分组倍率 0.125，操作 IMAGINE，ID 1,2',
    ],
    ['a channel test', { type: 2, content: '模型测试', other: ratios }, 'Channel test', '渠道测试'],
    [
      'a refund of a failed task',
      { type: 4, content: '异步任务执行失败 song-1，补偿 ＄0.100000 额度', other: refund },
      'Task song-1 failed, refunded $0.100000',
      '任务 song-1 失败，已退回 ＄0.100000 额度',
    ],
    ['an imported row', { type: 2, content: '倍率 3', other: ratios }, '倍率 3', '倍率 3'],
    [
      'a row without its ratios',
      { type: 2, content: '模型倍率 0.07，补全倍率 4.00，分组倍率 1.00', other: '{broken' },
      '模型倍率 0.07，补全倍率 4.00，分组倍率 1.00',
      '模型倍率 0.07，补全倍率 4.00，分组倍率 1.00',
    ],
  ];

let app: RelayLab;
beforeAll(async () => {
  app = await startRelayLab({ script: completion() });
  const { id: user_id, username } = app.people.user;
  await makeLogs(
    app.ctx,
    rows.map(([token_name, { type, content, other }]) => ({
      ...{ user_id, username, token_name, type, content },
      other: typeof other === 'string' ? other : JSON.stringify(other),
    })),
  );
});
afterAll(() => app.close());

async function contents(who: Actor, endpoint: FileEndpoint, language: string, format = 'csv') {
  const path = `${endpoint.address.slice('GET '.length)}?format=${format}`;
  const { text } = await app.as(who).send('GET', path, { headers: { 'accept-language': language } });
  const found =
    format === 'csv'
      ? parseCsv(text)
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  return Object.fromEntries(found.map(({ token_name, content }) => [token_name, content]));
}

test.each([
  ['admin', exportLogs, 'en', 'csv'],
  ['admin', exportLogs, 'zh-CN', 'csv'],
  ['user', exportOwnLogs, 'en', 'csv'],
  ['user', exportOwnLogs, 'zh', 'jsonl'],
] as const)(
  'the file of the log for %s has exact ratios in the language of the reader (%#)',
  async (who, endpoint, language, format) => {
    const expected = rows.map(([name, , en, zh]) => [name, language === 'en' ? en : zh]);
    expect(await contents(who, endpoint, language, format)).toEqual(Object.fromEntries(expected));
  },
);

test('the exported log has the exact ratios of a call that has just been made', async () => {
  await app.option('ModelRatio', { 'gpt-4o': 0.075 });
  expect((await app.chat()).status).toBe(200);
  const { rows: booked } = await app.booked();
  const { content: stored, token_name = '' } = booked.at(-1) ?? {};
  expect(stored).toMatch(/^模型倍率 0\.075，/);
  expect((await contents('admin', exportLogs, 'en'))[token_name]).toMatch(
    /^Model ratio 0\.075, output ratio 4, group ratio 1$/,
  );
});

test('the exported log has the cost of one quota unit when a dollar has a billion of them', async () => {
  await app.option('QuotaPerUnit', 1_000_000_000);
  const { text } = await app.as('user').send('GET', '/api/log/self/export?format=csv');
  expect(new Set(parseCsv(text).map(({ cost_usd }) => Number(cost_usd)))).toEqual(new Set([1e-9]));
});

test('what an administrator changed in Chinese is in English in the file of an English reader', async () => {
  const { id } = app.people.user;
  const body = { id, quota: 1_000_000, quota_before: (await app.booked()).balance };
  const path = updateUser.address.split(' ')[1] as string;
  await app.as('root').send('PUT', path, { body, headers: { 'accept-language': 'zh-CN' } });
  const own = async (language: string) => {
    const headers = { 'accept-language': language };
    const { text } = await app.as('user').send('GET', '/api/log/self/export?type=3', { headers });
    return parseCsv(text).map(({ content }) => content);
  };
  await expect
    .poll(() => own('en'))
    .toEqual([expect.stringMatching(/^An administrator changed the quota from \$/)]);
  expect(await own('zh')).toEqual([expect.stringMatching(/^管理员将用户额度从 ＄/)]);
});
