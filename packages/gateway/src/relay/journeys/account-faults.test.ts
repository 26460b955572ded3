import { setTimeout as sleep } from 'node:timers/promises';
import { getChannel, getChannelHealth, listNotifications, listOwnLogs } from '@tollgate/contract';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failedCallLimits } from '../../core/limits.ts';
import { createClient } from '../../testing/client.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, fail } from '../../testing/upstream.ts';

const OWN_WORDS = { error: { message: 'Incorrect API key provided: sk-abc', code: 'invalid_api_key' } };
const question = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Hello' }] };
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab();
  await lab.option('RetryTimes', 0);
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

const client = () => new OpenAI({ apiKey: lab.key, baseURL: `${lab.url}/v1` });

async function errorOf(answer: Response): Promise<{ code: string; message: string }> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return error;
}

test.each([
  [401, 'upstream_key_refused', 'Your own API key is valid'],
  [402, 'upstream_unpaid', "Your own balance isn't affected"],
])(
  'a caller does not get the %i that a provider has for the account of the site',
  async (status, code, words) => {
    lab.upstream.script = fail(status, OWN_WORDS);
    const error = await client()
      .chat.completions.create(question)
      .catch((reason: unknown) => reason as InstanceType<typeof OpenAI.APIError>);
    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 502, code, type: 'upstream_error' });
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).toContain('Provider: Incorrect API key provided');
    // A client's retry would meet the same account.
    expect(lab.upstream.calls).toHaveLength(1);
  },
);

test.each([
  [
    'OpenAI',
    429,
    { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
  ],
  [
    'Anthropic',
    400,
    { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
  ],
  [
    'DeepSeek',
    402,
    { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' },
  ],
  ['Zhipu', 429, { code: '1113', message: 'Your account is in arrears, please recharge and try again' }],
  ['Moonshot', 429, { type: 'exceeded_current_quota_error', message: 'Your account is suspended' }],
  ['xAI', 429, { message: 'Your team has either used all available credits or reached its limit.' }],
  ['Volcengine', 403, { code: 'AccountOverdueError', message: 'Your account has an overdue balance.' }],
])(
  'an account without credit at %s is neither busy nor the balance of the caller',
  async (_, status, error) => {
    lab.upstream.script = fail(status, { error });
    const answer = await lab.chat();
    expect(answer.status).toBe(502);
    expect(answer.headers.get('x-should-retry')).toBe('false');
    expect(await errorOf(answer)).toMatchObject({ code: 'upstream_unpaid', type: 'upstream_error' });
  },
);

test('a provider that rate-limits is busy, not out of credit', async () => {
  lab.upstream.script = fail(429, { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } });
  const answer = await lab.chat();
  expect([answer.status, (await errorOf(answer)).code]).toEqual([429, 'rate_limit_exceeded']);
});

test('another channel answers when the account of the first is out of credit, also with 400', async () => {
  await lab.channel({ priority: -1, key: 'sk-second', models: 'gpt-4o-mini' });
  await lab.option('RetryTimes', 1);
  const answer = completion();
  lab.upstream.script = (request, response) =>
    request.headers.authorization === 'Bearer sk-second'
      ? answer(request, response)
      : fail(400, { error: { message: 'Your credit balance is too low to access the API.' } })(
          request,
          response,
        );
  expect((await lab.chat(question)).status).toBe(200);
  await lab.option('RetryTimes', 0);
});

test('neither the message nor the log of users has the end of a key that the provider masked', async () => {
  const masked =
    'Incorrect API key provided: sk-proj-****************1234. Your api key: ****wxyz is invalid (sk-...abcd)';
  lab.upstream.script = fail(401, { error: { message: masked } });
  // Of a flood of failures within a second, only the first ones have rows.
  await sleep(failedCallLimits.gatherMs * 1.2);
  const { message } = await errorOf(await lab.chat());
  expect(message).toContain(
    'Incorrect API key provided: [secret]. Your api key: [secret] is invalid ([secret])',
  );
  const payer = createClient(lab.app, lab.ctx, lab.payer);
  await expect
    .poll(async () => (await payer.get(listOwnLogs, { type: 5, page_size: 1 })).items[0]?.content, {
      timeout: 5000,
    })
    .toContain('Incorrect API key provided: [secret]. Your');
});

test('Chinese sentences of a message have no space between them', async () => {
  lab.upstream.script = fail(401, OWN_WORDS);
  const answer = await lab.chat({}, { 'accept-language': 'zh' });
  expect((await errorOf(answer)).message).toContain('请联系管理员。供应商返回：');
});

test('a whole answer that breaks off is named as such', async () => {
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"choices":[');
    setTimeout(() => response.destroy(), 50);
  };
  const error = await errorOf(await lab.chat());
  expect(error).toMatchObject({ code: 'upstream_cut' });
  expect(error.message).toContain('closed the connection before the response was complete');
});

test('a client of Anthropic gets an error of the API instead of one of its key', async () => {
  lab.upstream.script = fail(401, OWN_WORDS);
  const answer = await fetch(`${lab.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': lab.key },
    body: JSON.stringify({ ...question, max_tokens: 10 }),
  });
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
});

test('the administrator still reads what the provider answered, and the log has its status', async () => {
  lab.upstream.script = fail(401, OWN_WORDS);
  await lab.chat();
  await expect
    .poll(async () =>
      (await lab.ctx.logDb.selectFrom('attempts').select(['status', 'error_class']).execute()).at(-1),
    )
    .toEqual({ status: 401, error_class: 'invalid_api_key' });
});

test('the status mapping of a channel decides which status callers get', async () => {
  await lab.ctx.db
    .updateTable('channels')
    .set({ status_code_mapping: '{"401":"401","402":"429"}' })
    .execute();
  lab.ctx.revisions.announce('channels');
  lab.upstream.script = fail(401, OWN_WORDS);
  await expect.poll(async () => (await lab.chat()).status).toBe(401);
  lab.upstream.script = fail(402, OWN_WORDS);
  expect((await lab.chat()).status).toBe(429);
});

test('a channel whose account is out of credit is disabled like one with a refused key, and administrators learn of it', async () => {
  await lab.ctx.db.deleteFrom('channels').execute();
  await lab.ctx.db.deleteFrom('abilities').execute();
  const id = await lab.channel({ name: 'empty', key: 'sk-empty', models: 'gpt-4o' });
  lab.upstream.script = fail(400, {
    error: { type: 'invalid_request_error', message: 'Your credit balance is too low.' },
  });
  const admin = lab.as('admin');
  expect((await lab.chat()).status).toBe(502);
  expect((await admin.get(getChannel, { id })).status).toBe(1);
  await lab.option('AutomaticDisableChannelEnabled', true);
  expect((await lab.chat()).status).toBe(502);
  await expect.poll(async () => (await admin.get(getChannel, { id })).status).toBe(3);
  const notifications = await admin.get(listNotifications, {});
  expect(notifications[0]).toMatchObject({ kind: 'channel_tripped' });
  await lab.relay.close();
  const [health] = (await admin.get(getChannelHealth, { ids: String(id) })).items;
  expect(health).toMatchObject({
    errors: { account: 2 },
    last_error: { status: 400, code: 'upstream_unpaid' },
  });
});
