import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { fail } from '../../testing/upstream.ts';

const OWN_WORDS = { error: { message: 'Incorrect API key provided: sk-abc', code: 'invalid_api_key' } };
const question = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Hello' }] };
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

const client = () => new OpenAI({ apiKey: lab.key, baseURL: `${lab.url}/v1` });

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
