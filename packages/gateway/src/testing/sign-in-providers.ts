import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Context } from '../core/context.ts';
import { type FakeUpstream, type ReceivedCall, sendJson, startUpstream } from './upstream.ts';

/** Fake providers on this machine that accept and refuse the same requests as the real ones. */
export interface SignInProvider extends FakeUpstream {
  readonly client: { readonly id: string; readonly secret: string };
  /** Agrees to `url` as a person: returns the query of the address to which the browser is redirected. */
  agree(url: string, person: Record<string, unknown>): URLSearchParams;
}

/** Redirects requests for `https://github.com` and the like to the fake, through the outbound client. */
export function redirectOutbound(ctx: Context, origins: Record<string, string>): void {
  const { outbound } = ctx;
  const { request } = outbound;
  outbound.request = (purpose, url, options) => {
    const { origin, pathname, search } = new URL(url);
    const to = origins[origin];
    return request(purpose, to ? to + pathname + search : url, options);
  };
}

interface Grant {
  person: Record<string, unknown>;
  redirectUri: string | null;
  challenge: string | null;
}

const client = { id: 'client-1', secret: 'client-secret-1' };

export function startGithub(): Promise<SignInProvider> {
  return startProvider((call, response, { codes, tokens }) => {
    if (call.path === '/user') return sendPerson(call, response, tokens);
    const form = new URLSearchParams(call.body.toString());
    const grant = codes.get(form.get('code') ?? '');
    const knowsClient = form.get('client_id') === client.id && form.get('client_secret') === client.secret;
    codes.delete(form.get('code') ?? '');
    // GitHub answers 200 also when it refuses.
    if (!knowsClient) return sendJson(response, 200, { error: 'incorrect_client_credentials' });
    if (!grant || !isChallengeMet(grant, form))
      return sendJson(response, 200, { error: 'bad_verification_code' });
    sendToken(response, grant, tokens);
  });
}

export function startLinuxdo(): Promise<SignInProvider> {
  return startProvider((call, response, { codes, tokens }) => {
    if (call.path === '/api/user') return sendPerson(call, response, tokens);
    const form = new URLSearchParams(call.body.toString());
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (call.headers.authorization !== `Basic ${basic}`)
      return sendJson(response, 401, { error: 'invalid_client' });
    const isBack = grant && (grant.redirectUri === null || grant.redirectUri === form.get('redirect_uri'));
    if (!isBack) return sendJson(response, 400, { error: 'invalid_grant' });
    sendToken(response, grant, tokens);
  });
}

/** Starts a server that knows which code belongs to which user. */
export async function startWechatServer(token: string, codes: Map<string, string>): Promise<FakeUpstream> {
  return startUpstream((call, response) => {
    const code = new URL(call.path, 'http://server').searchParams.get('code') ?? '';
    if (call.headers.authorization !== token)
      return sendJson(response, 200, { success: false, message: 'token' });
    const data = codes.get(code);
    sendJson(
      response,
      200,
      data ? { success: true, message: '', data } : { success: false, message: 'code' },
    );
  });
}

/** Returns what the Telegram widget sends, signed with the token of the bot. */
export function signTelegram(botToken: string, fields: Record<string, string | number>): URLSearchParams {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHash('sha256').update(botToken).digest();
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
  return new URLSearchParams([
    ...Object.entries(fields).map(([name, value]) => [name, String(value)]),
    ['hash', hash],
  ]);
}

interface Memory {
  codes: Map<string, Grant>;
  tokens: Map<string, Grant['person']>;
}

async function startProvider(
  answer: (call: ReceivedCall, response: ServerResponse, memory: Memory) => void,
): Promise<SignInProvider> {
  const memory: Memory = { codes: new Map(), tokens: new Map() };
  const upstream = await startUpstream((call, response) => answer(call, response, memory));
  const agree: SignInProvider['agree'] = (address, person) => {
    const { searchParams: query } = new URL(address);
    if (query.get('client_id') !== client.id) throw new Error('unknown client');
    const code = randomUUID();
    const [redirectUri, challenge] = [query.get('redirect_uri'), query.get('code_challenge')];
    memory.codes.set(code, { person, redirectUri, challenge });
    return new URLSearchParams({ code, state: query.get('state') ?? '' });
  };
  return Object.assign(upstream, { client, agree });
}

function isChallengeMet({ challenge, redirectUri }: Grant, form: URLSearchParams): boolean {
  if (redirectUri !== null && redirectUri !== form.get('redirect_uri')) return false;
  const verifier = form.get('code_verifier');
  if (challenge === null) return verifier === null;
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge
  );
}

function sendToken(response: ServerResponse, { person }: Grant, tokens: Memory['tokens']): void {
  const access_token = randomUUID();
  tokens.set(`Bearer ${access_token}`, person);
  sendJson(response, 200, { access_token, token_type: 'bearer', scope: '' });
}

function sendPerson({ headers }: ReceivedCall, response: ServerResponse, tokens: Memory['tokens']): void {
  const person = tokens.get(headers.authorization ?? '');
  if (person) sendJson(response, 200, person);
  else sendJson(response, 401, { message: 'Bad credentials' });
}
