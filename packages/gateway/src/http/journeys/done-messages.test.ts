import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accounts from '../../modules/billing/accounts.ts';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const owner = { type: 'aff', id: app.people.user.id } as const;
  await accounts.open(app.ctx, owner, { balance: 2_000_000, kind: 'import', by: 0 });
});
afterAll(() => app.close());

const setting = { notify_type: 'email', quota_warning_threshold: 5 };
const successes: [string, Actor, 'POST' | 'PUT', object, zh: string, en: string][] = [
  [
    '/api/user/aff_transfer',
    'user',
    'POST',
    { quota: 500_000 },
    '划转成功',
    'Earnings moved to your balance.',
  ],
  ['/api/user/setting', 'user', 'PUT', setting, '设置已更新', 'Settings saved.'],
  ['/api/option/rest_model_ratio', 'root', 'POST', {}, '模型倍率已重置', 'Model ratios reset.'],
];

test.each(successes)(
  'the message for success of %s is in the language of the caller',
  async (url, who, method, body, zh, en) => {
    const message = async (language: string) => {
      const headers = { 'accept-language': language };
      const answer = await app.as(who).send(method, url, { body, headers });
      expect(answer.body.success, answer.text).toBe(true);
      return answer.body.message;
    };
    expect(await message('zh-CN')).toBe(zh);
    expect(await message('en-GB')).toBe(en);
  },
);

test.each([
  ['zh', '初始化成功'],
  ['en', 'Setup is complete.'],
])('success of the setup has a message too (%s)', async (language, sentence) => {
  const fresh = await buildTestApp({ setUp: false });
  const body = { username: 'owner', password: 'correct horse', confirmPassword: 'correct horse' };
  const headers = { 'accept-language': language };
  const answer = await fresh.as('visitor').send('POST', '/api/setup', { body, headers });
  expect(answer.body).toEqual({ success: true, message: sentence });
  await fresh.close();
});

test('a success without its own message in the console API has an empty message', async () => {
  const answer = await app.as('user').send('PUT', '/api/user/self', { body: { display_name: 'Ana' } });
  expect(JSON.parse(answer.text)).toEqual({ success: true, message: '' });
});
