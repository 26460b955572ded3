import type { JSONWebKeySet, JWTPayload } from 'jose';
import * as z from 'zod/mini';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Outbound } from '../../net/outbound.ts';

/** Signatures by a public key. `none` and shared secrets are not among them. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
const KEYS_MS = 10 * 60_000;
/** Tokens with invented keys make the gateway send requests no more often than this. */
const ASK_AGAIN_MS = 10_000;
const SKEW_SECONDS = 30;

interface Known {
  keys: JSONWebKeySet | undefined;
  atMs: number;
}

/** The keys of issuers, by gateway. */
const known = new WeakMap<Outbound, Map<string, Known>>();

/**
 * Returns the claims of an ID token whose signature and times are right.
 *
 * @throws {AppError} `area_ci_refused`, `area_ci_unreachable`
 */
export async function readIdToken(ctx: Context, issuer: string, token: string): Promise<JWTPayload> {
  const jose = await import('jose'); // few gateways need it
  const options = {
    issuer,
    algorithms: ALGORITHMS,
    clockTolerance: SKEW_SECONDS,
    currentDate: new Date(ctx.now()),
    requiredClaims: ['sub', 'aud', 'exp', 'iat'],
  };
  const verify = async (keys: JSONWebKeySet) =>
    (await jose.jwtVerify(token, jose.createLocalJWKSet(keys), options)).payload;
  try {
    return await verify(await keysOf(ctx, issuer, KEYS_MS));
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSNoMatchingKey)) throw refusal(error, jose.errors.JOSEError);
  }
  // The issuer may have another key since.
  try {
    return await verify(await keysOf(ctx, issuer, ASK_AGAIN_MS));
  } catch (error) {
    throw refusal(error, jose.errors.JOSEError);
  }
}

/** Returns the issuer that a token names, whether it is true or not. */
export async function namedIssuer(token: string): Promise<string | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function refusal(error: unknown, JoseError: new (...given: never[]) => Error): unknown {
  if (!(error instanceof JoseError)) return error;
  return new AppError('area_ci_refused', { why: error.message }, { cause: error });
}

async function keysOf(ctx: Context, issuer: string, maxAgeMs: number): Promise<JSONWebKeySet> {
  const issuers = known.get(ctx.outbound) ?? new Map<string, Known>();
  known.set(ctx.outbound, issuers);
  const last = issuers.get(issuer);
  const ageMs = last ? ctx.now() - last.atMs : Number.POSITIVE_INFINITY;
  if (last?.keys && ageMs < maxAgeMs) return last.keys;
  if (last && !last.keys && ageMs < ASK_AGAIN_MS) throw unreachable(issuer);
  const entry: Known = { keys: undefined, atMs: ctx.now() };
  issuers.set(issuer, entry);
  entry.keys = await fetchKeys(ctx, issuer).catch((cause: unknown) => {
    throw unreachable(issuer, cause);
  });
  return entry.keys;
}

/** From the discovery document of the issuer, which must be its own. */
async function fetchKeys(ctx: Context, issuer: string): Promise<JSONWebKeySet> {
  const { jwks_uri } = z.parse(
    z.object({ issuer: z.literal(issuer), jwks_uri: z.url({ protocol: protocolOf(issuer) }) }),
    await getJson(ctx, `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`),
  );
  const keys = z.parse(
    z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }),
    await getJson(ctx, jwks_uri),
  );
  return keys as JSONWebKeySet;
}

/** The keys of an issuer of https come by https. */
function protocolOf(issuer: string): RegExp {
  return issuer.startsWith('https:') ? /^https$/ : /^https?$/;
}

async function getJson(ctx: Context, url: string): Promise<unknown> {
  const options = {
    headers: { accept: 'application/json', 'user-agent': 'tollgate' },
    timeoutMs: 10_000,
    maxBytes: 256_000,
  };
  const { status, json } = await ctx.outbound.request('sign_in', url, { method: 'GET', ...options });
  if (status !== 200) throw new Error(`${url} answered ${status}.`);
  return json;
}

function unreachable(issuer: string, cause?: unknown): AppError {
  return new AppError('area_ci_unreachable', { issuer }, { cause });
}
