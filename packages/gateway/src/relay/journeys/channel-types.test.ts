import { channelTypes } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { recordedVendors } from '../../testing/recorded-vendors.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type SocketUpstream, startSocketUpstream } from '../../testing/socket-upstream.ts';
import { fail, type ReceivedCall, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let spark: SocketUpstream;
/** The key of an administrator, who may choose the channel. */
let key: string;

/** The call to a channel of each type, and how its vendor must be called. */
interface DocumentedType {
  /** Default: a chat. */
  ask?: 'chat' | 'embeddings' | 'drawing' | 'song';
  channel?: { key?: string; other?: string; openai_organization?: string };
  /** The upstream's name of the model. */
  model?: string;
  path: string | RegExp;
  /** Default: the key as a bearer token. */
  headers?: Record<string, unknown>;
}

const KEY = 'key-of-the-channel';
const chat = '/v1/chat/completions';

/** The table of channel types, as their vendors document them. */
const documented: Record<number, DocumentedType> = {
  1: { path: chat, channel: { openai_organization: 'org-1' }, headers: { 'openai-organization': 'org-1' } },
  2: { ask: 'drawing', path: '/mj/submit/imagine', headers: { 'mj-api-secret': KEY } },
  3: {
    channel: { other: '2025-01-01' },
    model: 'gpt-3.5',
    path: '/openai/deployments/gpt-35/chat/completions?api-version=2025-01-01',
    headers: { 'api-key': KEY },
  },
  4: { path: chat },
  5: { ask: 'drawing', path: '/mj/submit/imagine', headers: { 'mj-api-secret': KEY } },
  ...Object.fromEntries(
    [6, 7, 9, 10, 12, 13, 19, 22, 25, 31, 40, 42, 43, 47, 48].map((type) => [type, { path: chat }]),
  ),
  8: { path: '/own/address/m' },
  11: { path: '/v1beta2/models/chat-bison-001:generateMessage', headers: { 'x-goog-api-key': KEY } },
  14: { path: '/v1/messages', headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' } },
  17: { path: '/compatible-mode/v1/chat/completions' },
  20: { path: chat, headers: { 'x-title': 'Tollgate' } },
  24: { path: '/v1beta/models/m:generateContent', headers: { 'x-goog-api-key': KEY } },
  26: {
    channel: { key: 'id.secret' },
    path: '/api/paas/v4/chat/completions',
    headers: { authorization: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/) },
  },
  27: { path: '/chat/completions' },
  34: { path: '/compatibility/v1/chat/completions' },
  35: { path: '/v1/text/chatcompletion_v2' },
  36: { ask: 'song', path: '/suno/submit/MUSIC' },
  38: { ask: 'embeddings', path: '/v1/embeddings' },
  39: { channel: { other: 'account-1' }, path: '/client/v4/accounts/account-1/ai/v1/chat/completions' },
  44: { ask: 'embeddings', path: '/embeddings' },
  45: { path: '/api/v3/chat/completions' },
  46: { path: '/v2/chat/completions' },
  // Types with another URL or authentication, as recorded from their documentation.
  ...Object.fromEntries(
    recordedVendors.map(({ type, channel, model, path, headers }) => [
      type,
      { channel, model, path, headers },
    ]),
  ),
};
const bearer = { authorization: `Bearer ${KEY}` };
const models: Record<string, string> = { drawing: 'mj_imagine', song: 'suno_music' };

beforeAll(async () => {
  spark = await startSocketUpstream();
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { m: 1 });
  key = await lab.token({}, await makeUser(lab.ctx, { role: 10, quota: 100_000_000 }));
  lab.upstream.script = (call, response) =>
    /^\/(oauth\/2\.0\/)?token/.test(call.path)
      ? sendJson(response, 200, { access_token: '24.pass', expires_in: 2_592_000 })
      : fail(400, { error: { message: 'no' } })(call, response);
});
afterAll(async () => {
  await lab.close();
  await spark.close();
});

/** Calls through a new channel. */
async function ask(
  type: number,
  { ask: what = 'chat', channel, model = 'm' }: DocumentedType,
): Promise<ReceivedCall | undefined> {
  const own = channel?.key?.startsWith('{')
    ? JSON.stringify({ ...JSON.parse(channel.key), token_uri: `${lab.upstream.url}/token` })
    : (channel?.key ?? KEY);
  const id = await lab.channel({
    type,
    ...channel,
    key: own,
    base_url: type === 18 ? spark.url : lab.upstream.url + (type === 8 ? '/own/address/{model}' : ''),
    models: models[what] ?? 'm',
    model_mapping: what === 'drawing' || what === 'song' ? '' : JSON.stringify({ m: model }),
  });
  const bodies = {
    chat: [chat, { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 9 }],
    embeddings: ['/v1/embeddings', { model: 'm', input: 'Hi' }],
    drawing: ['/mj/submit/imagine', { prompt: 'a fox' }],
    song: ['/suno/submit/music', { prompt: 'a fox' }],
  } as const;
  const [path, body] = bodies[what];
  const before = lab.upstream.calls.length;
  const answer = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}-${id}` },
    body: JSON.stringify(body),
  });
  await answer.text();
  return lab.upstream.calls.slice(before).at(-1);
}

const cases = Object.entries(documented).map(([type, facts]): [number, DocumentedType] => [
  Number(type),
  facts,
]);

// @spec D214
test.each(cases)('a channel of type %i is relayed as its vendor is called', async (type, facts) => {
  const call = await ask(type, facts);
  if (facts.path instanceof RegExp) expect(call?.path).toMatch(facts.path);
  else expect(call?.path).toBe(facts.path);
  expect(call?.headers).toMatchObject(facts.headers ?? bearer);
});

// @spec D214
test('a channel of type 18 is relayed over the WebSocket of its vendor', async () => {
  spark.script = (socket) => socket.close();
  const key = 'app-id|api-secret|api-key';
  await ask(18, { model: 'SparkDesk-v3.5', channel: { key, other: 'v2.1' }, path: '' });
  expect(spark.calls.at(-1)?.path).toMatch(/^\/v3\.5\/chat\?.*authorization=/);
  expect(spark.calls.at(-1)?.message).toMatchObject({ header: { app_id: 'app-id' } });
});

// @spec D214
test('every channel type is tested except one that its vendor has shut down', () => {
  const tested = new Set([...Object.keys(documented).map(Number), 18, 21]);
  const missing = channelTypes.filter(({ code }) => !tested.has(code));
  expect(
    missing.map(
      ({ code, label }) =>
        `channel type ${code} (${label}) has no row: add one to "documented" in this file, or a recording to testing/recorded-vendors.ts`,
    ),
  ).toEqual([]);
});
