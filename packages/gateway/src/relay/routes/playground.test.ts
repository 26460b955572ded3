import { recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as sessions from '../../modules/identity/credentials/sessions.ts';
import { type MadeUser, makeUser } from '../../testing/factories.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, streamOf } from '../../testing/upstream.ts';

let lab: RelayLab;
let session: Record<string, string>;
beforeAll(async () => {
  lab = await startRelayLab();
  session = await signIn(lab.payer);
  await lab.option('UserUsableGroups', { default: 'Default', vip: 'VIP' });
  await lab.option('GroupRatio', { default: 1, vip: 2, svip: 3 });
  await lab.channel({ group: 'vip', models: 'gpt-4o' });
});
afterAll(() => lab.close());

async function signIn({ id }: MadeUser): Promise<Record<string, string>> {
  const secret = await sessions.start(lab.ctx, id, { ip: '127.0.0.1', userAgent: 'test' });
  return { cookie: `theme=dark; sid=${secret}`, 'new-api-user': String(id), 'sec-fetch-site': 'same-origin' };
}

function play(body: unknown = {}, headers: Record<string, string> = session) {
  return fetch(`${lab.url}/pg/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify({ ...hello, group: '', ...(body as object) }),
  });
}

/** Status and code of an error. Asserts that no provider was called and nothing was charged. */
async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const before = lab.upstream.calls.length;
  const response = await answer;
  const { error } = (await response.json()) as { error: { message: string; code: string } };
  expect(error.message).toMatch(/\. \(request id: \w+\)$/);
  expect(lab.upstream.calls.length).toBe(before);
  return [response.status, error.code];
}

// @spec H201 H202
test('a signed-in user gets a response and pays without a token', async () => {
  lab.upstream.script = completion();
  const before = await lab.booked();
  const answer = await play();
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hello there' } }] });
  const { balance, rows } = await lab.booked();
  expect(before.balance - balance).toBe(49);
  const row = rows.at(-1);
  expect(row).toMatchObject({
    user_id: lab.payer.id,
    token_id: 0,
    token_name: 'playground-default',
    group: 'default',
    quota: 49,
    is_stream: 0,
    billing_basis: 'upstream_usage',
    request_id: answer.headers.get('x-oneapi-request-id'),
  });
  expect(row && recomputeQuota(row)).toBe(49);
});

// @spec H203 H204 H205 D259
test('a stream passes unchanged and costs the price of the chosen group', async () => {
  lab.upstream.script = completion();
  const before = await lab.booked();
  const answer = await play({ stream: true, group: 'vip', max_tokens: 100, temperature: 0 });
  const lastCall = lab.upstream.calls.at(-1);
  const bare = { ...lastCall, json: { model: 'gpt-4o' } } as NonNullable<typeof lastCall>;
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const text = await answer.text();
  expect(text).toBe(streamOf(bare).join(''));
  expect(text).toContain('"choices":[{"index":0,"delta":{"content":"Hel"}');
  const { balance, rows } = await lab.booked();
  expect(before.balance - balance).toBe(98);
  expect(rows.at(-1)).toMatchObject({ token_name: 'playground-vip', group: 'vip', quota: 98, is_stream: 1 });
});

test('a request loses only its group and keeps every other byte', async () => {
  lab.upstream.script = completion();
  const written =
    '{ "model":"gpt-4o",  "group" : "vip", "messages":[{"role":"user","content":"h\\u00e9"}],"x":1e2 }';
  expect((await play(written)).status).toBe(200);
  const [call] = lab.upstream.calls.slice(-1);
  expect(call?.body.toString()).toBe(written.replace(',  "group" : "vip"', ''));
  expect(call?.path).toBe('/v1/chat/completions');
  expect(JSON.stringify(call?.headers)).not.toContain('sid=');
});

test("a request may choose only the user's own group and usable ones that exist", async () => {
  expect(await refusal(play({ group: 'svip' }))).toEqual([403, 'group_refused']);
  expect(await refusal(play({ group: 'unknown' }))).toEqual([403, 'group_refused']);
  expect(await refusal(play({ group: 7 }))).toEqual([400, 'field_invalid']);
  const own = await makeUser(lab.ctx, { username: 'svip', group: 'svip', quota: 100_000 });
  expect(await refusal(play({ group: 'svip' }, await signIn(own)))).toEqual([503, 'no_channel']);
});

test('a request without a model is refused with a sentence', async () => {
  expect(await refusal(play({ model: '' }))).toEqual([400, 'field_required']);
  expect(await refusal(play({ model: undefined }))).toEqual([400, 'field_required']);
});

test('a request is refused without a session, with an ended one, or with a key alone', async () => {
  const { cookie: _, ...without } = session;
  expect(await refusal(play({}, without))).toEqual([401, 'not_signed_in']);
  expect(await refusal(play({}, { ...session, cookie: 'sid=made-up' }))).toEqual([401, 'not_signed_in']);
  for (const authorization of ['Bearer access-token', `Bearer ${lab.key}`])
    expect(await refusal(play({}, { ...without, authorization }))).toEqual([400, 'access_token_refused']);
});

// @spec H202 H203
test('the user header must name the user of the session', async () => {
  const { 'new-api-user': _, ...without } = session;
  expect(await refusal(play({}, without))).toEqual([401, 'user_header_missing']);
  const other = await signIn(await makeUser(lab.ctx, { username: 'stranger', quota: 1000 }));
  const mixed = { ...session, 'new-api-user': other['new-api-user'] as string };
  expect(await refusal(play({}, mixed))).toEqual([401, 'user_header_mismatch']);
  const theirs = { ...other, 'new-api-user': session['new-api-user'] as string };
  expect(await refusal(play({}, theirs))).toEqual([401, 'user_header_mismatch']);
});

test('a page of another site is refused without CORS headers', async () => {
  const { 'sec-fetch-site': _, ...old } = session;
  for (const headers of [
    { ...session, 'sec-fetch-site': 'cross-site' },
    { ...session, 'sec-fetch-site': 'same-site' },
    { ...old, origin: 'https://evil.example' },
  ])
    expect(await refusal(play({}, headers))).toEqual([403, 'cross_site_refused']);
  expect((await play({}, { ...old, origin: lab.url })).status).toBe(200);

  const preflight = await fetch(`${lab.url}/pg/chat/completions`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  for (const answer of [preflight, await play()])
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(preflight.ok).toBe(false);
});

test('a banned user is refused although the session is still there', async () => {
  const banned = await makeUser(lab.ctx, { username: 'banned', quota: 1000, status: 2 });
  expect(await refusal(play({}, await signIn(banned)))).toEqual([403, 'account_banned']);
});

test('a balance that does not cover the call is refused', async () => {
  const poor = await makeUser(lab.ctx, { username: 'poor', quota: 10 });
  expect(await refusal(play({}, await signIn(poor)))).toEqual([403, 'insufficient_user_quota']);
});

test('a demo site refuses calls of every user, including root', async () => {
  await lab.option('DemoSiteEnabled', true);
  expect(await refusal(play())).toEqual([405, 'demo_read_only']);
  const root = await refusal(play({}, await signIn(lab.people.root)));
  expect(root).toEqual([405, 'demo_read_only']);
  await lab.option('DemoSiteEnabled', false);
});

test('an error uses the language of the caller', async () => {
  const chinese = await play({}, { 'accept-language': 'zh-CN' });
  const { error } = (await chinese.json()) as { error: { message: string } };
  expect(error.message).toContain('登录');
});
