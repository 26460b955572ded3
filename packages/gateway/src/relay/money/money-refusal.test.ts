import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';
import { emptyBalance } from './money-refusal.ts';

const messages = [{ role: 'user', content: 'Write' }];
/** Costs more than 100 units. */
const LONG = 'Write about ships. '.repeat(100);
const long = [{ role: 'user', content: LONG }];
/** Pays for a prompt, and for 1,000 tokens of an answer. */
const POOR = 4200;

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, moneyWaitMs: 1 });
  await lab.option('ModelRatio', { 'gpt-4o-mini': 1, 'o3-mini': 1 });
  await lab.option('CompletionRatio', { 'gpt-4o-mini': 4 });
  await lab.channel({ type: 1, models: 'gpt-4o-mini,o3-mini', key: 'upstream-key-123456' });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

test('names the balance and the minimum limit when the caller set no limit', async () => {
  const refused = await ask(await poorKey(100), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  expect(refused.status).toBe(403);
  const { code, message } = await errorOf(refused);
  expect(code).toBe('insufficient_user_quota');
  expect(message).toMatch(
    /^The balance of \$0\.0002 doesn't cover the shortest response .* needs \$0\.004\d+\. Top up, or set max_tokens\. /,
  );
});

test.each([
  ['a site without a shop', {}, 'Ask your administrator to add balance, or redeem a code'],
  [
    'a site with a link to codes',
    { TopUpLink: 'https://codes.example' },
    'My wallet links to redemption codes',
  ],
])('a caller without any balance learns how %s gives some', async (_, options, advice) => {
  await lab.option('TopUpLink', 'TopUpLink' in options ? options.TopUpLink : '');
  const refused = await ask(await poorKey(0), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  expect(await errorOf(refused)).toMatchObject({
    code: 'insufficient_user_quota',
    message: expect.stringContaining(advice),
  });
  await lab.option('TopUpLink', '');
});

test('a caller without any balance at a site with a shop is sent to it', () => {
  const shop = { PayAddress: 'https://pay.example', EpayId: '1', EpayKey: 'k' };
  const { text } = emptyBalance({ ...lab.ctx.options.current, ...shop }, { en: '$0.00', zh: '$0.00' });
  expect(text).toBe('insufficient_user_quota_empty');
});

test.each([
  ['/v1/chat/completions', { messages, max_tokens: 900 }, 'max_tokens'],
  ['/v1/chat/completions', { messages, max_completion_tokens: 900 }, 'max_completion_tokens'],
  ['/v1/responses', { input: 'Write', max_output_tokens: 900 }, 'max_output_tokens'],
  [
    '/v1/responses',
    { input: 'Write', previous_response_id: 'resp_0', max_output_tokens: 900 },
    'max_output_tokens',
  ],
])('advises %s callers to lower the limit that they set', async (path, body, field) => {
  const refused = await ask(await poorKey(200), path, { model: 'gpt-4o-mini', ...body });
  expect((await errorOf(refused)).message).toContain(`Top up, or lower ${field}.`);
});

test('advises callers of reasoning models to set max_completion_tokens', async () => {
  const refused = await ask(await poorKey(100), '/v1/chat/completions', { model: 'o3-mini', messages });
  expect((await errorOf(refused)).message).toContain('Top up, or set max_completion_tokens.');
});

test.each([
  ['/v1/chat/completions', { messages: long, max_tokens: 900 }, 'max_tokens'],
  ['/v1/chat/completions', { messages: long }, 'max_tokens'],
  ['/v1/responses', { input: LONG, max_output_tokens: 900 }, 'max_output_tokens'],
  ['/v1/responses', { input: 'Write', max_output_tokens: 16 }, 'max_output_tokens', 80],
])(
  'advises %s callers to shorten the prompt when no limit helps: %o',
  async (path, body, field, quota = 100) => {
    const refused = await ask(await poorKey(quota), path, { model: 'gpt-4o-mini', ...body });
    expect((await errorOf(refused)).message).toMatch(
      new RegExp(`needs \\$0\\.00\\d+ even with the lowest ${field}\\. Shorten the prompt, or top up\\. `),
    );
  },
);

test('advises callers to shorten the prompt when their key cannot pay it', async () => {
  const key = await lab.token({ unlimited_quota: false, remain_quota: 100 });
  const refused = await ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages: long });
  expect((await errorOf(refused)).message).toContain('Shorten the prompt, or raise the quota of the key.');
});

test.each([
  ['en', "The account's balance is -$0.02.", ' Ask your administrator to add balance'],
  ['zh', '账户余额为 -$0.02，', '请联系管理员增加余额'],
])('shows a negative balance, and how to get some (%s)', async (language, begin, end) => {
  const body = { model: 'gpt-4o-mini', messages, max_tokens: 900 };
  const refused = await ask(await poorKey(-10_000), '/v1/chat/completions', body, language);
  const { message } = await errorOf(refused);
  expect(message.startsWith(begin)).toBe(true);
  expect(message).toContain(end);
});

test('shows a negative balance to the caller of a large request', async () => {
  const large = [{ role: 'user', content: 'ship '.repeat(300_000) }];
  const body = { model: 'gpt-4o-mini', messages: large };
  const refused = await ask(await poorKey(-10_000), '/v1/chat/completions', body);
  expect((await errorOf(refused)).message).toMatch(
    /^The account's balance is -\$0\.02\. Ask your administrator/,
  );
});

test('names the quota of the key when the key has too little', async () => {
  const key = await lab.token({ unlimited_quota: false, remain_quota: 100 });
  const refused = await ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  const { code, message } = await errorOf(refused);
  expect(code).toBe('pre_consume_token_quota_failed');
  expect(message).toMatch(/, \$0\.0002, doesn't cover the shortest response/);
});

test('counts in units when the site shows no currency', async () => {
  await lab.option('DisplayInCurrencyEnabled', false);
  const refused = await ask(await poorKey(100), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  await lab.option('DisplayInCurrencyEnabled', true);
  expect((await errorOf(refused)).message).toContain('The balance of 100 units');
});

test('uses the language of the caller', async () => {
  const refused = await ask(
    await poorKey(100),
    '/v1/chat/completions',
    { model: 'gpt-4o-mini', messages },
    'zh',
  );
  expect((await errorOf(refused)).message).toMatch(
    /^余额不足：当前余额 \$0\.0002，未设置 max_tokens 时该请求最短的响应也需要 \$0\.004\d+。请充值或设置 max_tokens。/,
  );
});

describe('a call that waited for the money of other calls', () => {
  test('is refused with the held amount and the number of calls that hold it', async () => {
    expect(await refusedBehindAnother({})).toMatch(/\$0\.00\d+ is reserved for requests in progress \(1\)/);
  });

  test('is advised to set a limit when it has none', async () => {
    expect(await refusedBehindAnother({})).toContain('set max_tokens to reserve less for each request');
  });

  test('is not advised to set the limit that it has', async () => {
    expect(await refusedBehindAnother({ max_tokens: 800 })).not.toContain('max_tokens');
  });

  test('is advised to run alone when it refers to more than it contains', async () => {
    expect(await refusedBehindAnother({ max_tokens: 8, web_search_options: {} })).toMatch(
      // $0.26 for the longest prompt, and ten searches of $0.025.
      /so it needs \$0\.51\d+ while other requests .* Try again when they have finished, or top up\. /,
    );
  });
});

/** Sends a call while another call holds the money. Returns the error message. */
async function refusedBehindAnother(fields: object): Promise<string> {
  let answerAll = () => {};
  const waiting = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  lab.upstream.script = async (call, response) => {
    await waiting;
    await completion()(call, response);
  };
  const key = await poorKey(POOR);
  const first = ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
  await expect.poll(() => lab.upstream.calls.length).toBe(1);
  const refused = await ask(key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages, ...fields });
  const { code, message } = await errorOf(refused);
  expect([refused.status, code]).toEqual([403, 'insufficient_user_quota']);
  answerAll();
  await (await first).text();
  return message;
}

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
