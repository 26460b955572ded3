import type { ChannelDraft, TokenDraft } from '@tollgate/contract';
import { audit } from '../ledger/index.ts';
import { findBalance } from '../ledger/post.ts';
import type { Resolve } from '../net/guard.ts';
import { createOutbound } from '../net/outbound.ts';
import { createRelay, type Relay } from '../relay/index.ts';
import type { RelayOverrides } from '../relay/overrides.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { type MadeUser, makeChannel, makeToken, makeUser } from './factories.ts';
import { setOption } from './options.ts';
import { type FakeUpstream, type Script, startUpstream } from './upstream.ts';

/** A listening gateway with its relay, a provider and a user with money. */
export interface RelayLab extends TestApp {
  readonly url: string;
  readonly upstream: FakeUpstream;
  readonly payer: MadeUser;
  /** A key of the payer without limits. */
  readonly key: string;
  /** Makes a channel on the lab's own upstream unless the draft says otherwise. Returns its id. */
  channel(draft?: Partial<ChannelDraft>): Promise<number>;
  token(draft?: Partial<TokenDraft>, owner?: MadeUser): Promise<string>;
  option(key: string, value: unknown): Promise<void>;
  /** Sends a chat request. */
  chat(body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The relay alone, for tests that close it as a shutdown does. */
  readonly relay: Relay;
  /** Waits until all calls are charged. */
  booked(): Promise<{ balance: number; rows: LogRow[] }>;
}

export type LogRow = Awaited<ReturnType<typeof listLogs>>[number];

export const START_QUOTA = 1_000_000;

interface LabOptions {
  script?: Script;
  quota?: number;
  /** False: the test makes the channels. */
  channel?: boolean;
  /** How the names of providers are resolved. Default: by the system. */
  lookup?: Resolve;
}

export async function startRelayLab(
  options: TestAppOptions & RelayOverrides & LabOptions = {},
): Promise<RelayLab> {
  const { script, quota = START_QUOTA, channel = true, environment, lookup, ...others } = options;
  const { overrides, rest } = splitOverrides(others);
  const upstream = await startUpstream(script);
  let relay: Relay | undefined;
  const app = await buildTestApp({
    ...rest,
    environment: { SSRF_ALLOW: '127.0.0.1/32', ...environment },
    relay: (...call) => relay?.handle(...call) ?? false,
    upgrade: (...call) => relay?.upgrade(...call),
  });
  const outbound = lookup && createOutbound({ allow: app.ctx.config.ssrfAllow, lookup });
  relay = createRelay(outbound ? { ...app.ctx, outbound } : app.ctx, overrides);
  const url = await app.listen();
  const payer = await makeUser(app.ctx, { username: 'payer', quota });

  const lab: RelayLab = {
    ...app,
    url,
    upstream,
    payer,
    key: await newKey(app, payer),
    channel: (draft) => makeChannel(app.ctx, { base_url: upstream.url, ...draft }),
    token: (draft, owner = payer) => newKey(app, owner, draft),
    async option(key, value) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      await setOption(app.ctx, key, text);
      await app.ctx.options.reload();
    },
    chat: (body = {}, headers = {}) => post(`${url}/v1/chat/completions`, lab.key, body, headers),
    async booked() {
      await app.ctx.ledger.settled();
      const balance = await findBalance(app.ctx.db, { ownerType: 'user', ownerId: payer.id });
      return { balance: balance?.balance ?? 0, rows: await listLogs(app) };
    },
    relay,
    async close() {
      await relay?.close();
      await outbound?.close();
      await app.ctx.ledger.settled();
      const report = await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 });
      await app.close();
      await upstream.close();
      if (report.failures.length > 0)
        throw new Error(`the books do not balance: ${JSON.stringify(report.failures)}`);
    },
  };
  if (channel) await lab.channel();
  return lab;
}

function splitOverrides(options: TestAppOptions & RelayOverrides) {
  const {
    random,
    silenceMs,
    answerMs,
    stallMs,
    heartbeatMs,
    moneyWaitMs,
    heavyBodies = 1e6,
    ...others
  } = options;
  const { inFlightBytes, abandonedStreams, backgroundPauseMs, tracePauseMs, ...rest } = others;
  const given = {
    random,
    silenceMs,
    answerMs,
    stallMs,
    heartbeatMs,
    moneyWaitMs,
    heavyBodies,
    inFlightBytes,
    abandonedStreams,
    backgroundPauseMs,
    tracePauseMs,
  };
  const overrides: RelayOverrides = Object.fromEntries(Object.entries(given).filter(([, set]) => set));
  return { overrides, rest };
}

export const hello = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 100 };

async function newKey(app: TestApp, owner: MadeUser, draft?: Partial<TokenDraft>): Promise<string> {
  const token = await makeToken(app.ctx, owner, draft);
  return `sk-${token.key.replace(/^sk-/, '')}`;
}

function post(url: string, key: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body: raw ? (body as string) : JSON.stringify({ ...hello, ...(body as object) }),
  });
}

function listLogs(app: TestApp) {
  return app.ctx.logDb.selectFrom('logs').selectAll().where('type', '=', 2).orderBy('id').execute();
}
