import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUser } from '../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { completion } from '../testing/upstream.ts';

const messages = [{ role: 'user', content: 'Write' }];
/** Pays for a prompt, and for 1,000 tokens of an answer. */
const POOR = 4200;

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, moneyWaitMs: 1 });
  await lab.option('ModelRatio', { 'gpt-4o-mini': 1 });
  await lab.option('CompletionRatio', { 'gpt-4o-mini': 4 });
  await lab.channel({ type: 1, models: 'gpt-4o-mini', key: 'upstream-key-123456' });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

test('names the balance and the shortest answer when the caller set no limit', async () => {
  const refused = await ask(await poorKey(100), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  expect(refused.status).toBe(403);
  const { code, message } = await errorOf(refused);
  expect(code).toBe('insufficient_user_quota');
  expect(message).toMatch(
    /^The balance of \$0\.000200 does not cover the shortest answer .* needs \$0\.004\d+\. Top up\. /,
  );
});

test.each([
  ['/v1/chat/completions', { messages, max_tokens: 900 }, 'max_tokens'],
  ['/v1/chat/completions', { messages, max_completion_tokens: 900 }, 'max_completion_tokens'],
  ['/v1/responses', { input: 'Write', max_output_tokens: 900 }, 'max_output_tokens'],
])('advises %s callers to lower the limit that they set', async (path, body, field) => {
  const refused = await ask(await poorKey(100), path, { model: 'gpt-4o-mini', ...body });
  expect((await errorOf(refused)).message).toContain(`Top up, or lower ${field}.`);
});

test('names the quota of the key when the key has too little', async () => {
  const key = await lab.token({ unlimited_quota: false, remain_quota: 100 });
  const refused = await ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  const { code, message } = await errorOf(refused);
  expect(code).toBe('pre_consume_token_quota_failed');
  expect(message).toMatch(/, \$0\.000200, does not cover the shortest answer/);
});

test('counts in units where the site shows no currency', async () => {
  await lab.option('DisplayInCurrencyEnabled', false);
  const refused = await ask(await poorKey(100), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  await lab.option('DisplayInCurrencyEnabled', true);
  expect((await errorOf(refused)).message).toContain('The balance of 100 units');
});

test('counts in the words of its reader', async () => {
  const refused = await ask(
    await poorKey(100),
    '/v1/chat/completions',
    { model: 'gpt-4o-mini', messages },
    'zh',
  );
  expect((await errorOf(refused)).message).toMatch(
    /^余额不足：当前余额 ＄0\.000200 额度，该请求最短的回答也需要 ＄0\.004\d+ 额度。请充值。/,
  );
});

test('a refusal says how much is set aside for how many calls under way', async () => {
  let answerAll = () => {};
  const waiting = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  lab.upstream.script = async (call, response) => {
    await waiting;
    await completion()(call, response);
  };
  const user = await makeUser(lab.ctx, { quota: POOR });
  const key = await lab.token({}, user);
  const first = ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  await expect.poll(() => lab.upstream.calls.length).toBe(1);
  const refused = await ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  expect(refused.status).toBe(403);
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('insufficient_user_quota');
  expect(error.message).toMatch(/\$0\.00\d+ is set aside for calls under way \(1\)/);
  answerAll();
  await (await first).text();
});

async function errorOf(answer: Response): Promise<{ code: string; message: string }> {
  return ((await answer.json()) as { error: { code: string; message: string } }).error;
}

async function poorKey(quota: number): Promise<string> {
  return lab.token({}, await makeUser(lab.ctx, { quota }));
}

function ask(key: string, path: string, body: object, language = 'en'): Promise<Response> {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'accept-language': language,
    },
    body: JSON.stringify(body),
  });
}
