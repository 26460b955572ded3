import { type Access, type Endpoint, Role, UserStatus } from '@tollgate/contract';
import type { FastifyRequest } from 'fastify';
import type { RateLimiter } from '../cache/limits.ts';
import type { CallContext, Caller, Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { limitKey } from '../core/networks.ts';
import { DEPLOY_TOKEN, findDeployCaller, listAreasOfMember } from '../modules/areas/area-rights.ts';
import * as accessTokens from '../modules/identity/credentials/access-tokens.ts';
import * as sessions from '../modules/identity/credentials/sessions.ts';
import { readSessionCookie } from './cookies.ts';
import { hostOf, refuseCrossSite, refuseOtherUser } from './cross-site.ts';
import { readLanguage } from './language.ts';

/** Checks access and limits before the handler. Throws the refusal. */
export type Guard = (request: FastifyRequest, endpoint: Endpoint) => Promise<CallContext>;

interface Person extends Caller {
  status: number;
}

export function createGuard(ctx: Context): Guard {
  const { criticalRateLimit, accountRateLimit } = ctx.config;
  const critical = ctx.limits.limiter({ name: 'critical', count: criticalRateLimit, periodMs: 20 * 60_000 });
  const account = ctx.limits.limiter({ name: 'account', count: accountRateLimit, periodMs: 180_000 });

  return async (request, endpoint) => {
    const writes = isWrite(endpoint);
    // First, because requests from other sites must not use up the visitor's tries.
    if (
      writes &&
      (readSessionCookie(request.headers.cookie, request.client.secure) || !request.headers.authorization)
    ) {
      const ownHost = hostOf(ctx.options.current.ServerAddress);
      refuseCrossSite(request.headers, [request.client.host, ownHost], ctx.config.consoleOrigins);
    }
    if (endpoint.limit === 'critical') await refuseTooMany(critical, limitKey(request.client.ip));
    const caller = await identify(ctx, request, endpoint, writes);
    if (caller) await refuseTooMany(account, caller.id === 0 ? caller.username : String(caller.id));
    if (caller && endpoint.limit === 'critical') await refuseTooMany(critical, `account ${caller.id}`);
    if (writes && !endpoint.onDemoSite && ctx.options.current.DemoSiteEnabled)
      throw new AppError('demo_read_only');
    return {
      ...ctx,
      caller,
      ip: request.client.ip,
      requestId: request.id,
      language: readLanguage(request.headers['accept-language']),
    };
  };
}

async function refuseTooMany(take: RateLimiter, key: string): Promise<void> {
  const waitMs = await take(key);
  if (waitMs > 0) throw new AppError('rate_limited', { retry_after: Math.ceil(waitMs / 1000) });
}

async function identify(
  ctx: Context,
  request: FastifyRequest,
  { access, areaRight }: Endpoint,
  writes: boolean,
): Promise<Caller | null> {
  if (access === 'public') return null;
  const wanted = areaRight && { right: areaRight, areaId: (request.params as { id?: string }).id };
  const deployToken = readBearer(request);
  if (wanted && deployToken && DEPLOY_TOKEN.test(deployToken))
    return await findDeployCaller(ctx, deployToken, wanted);
  const required = requiredRole[access];
  const person = (await bySession(ctx, request)) ?? (required > 0 && (await byAccessToken(ctx, request)));
  if (!person) {
    if (required === 0) return null;
    throw new AppError('not_signed_in');
  }
  if (required > 0 || writes) refuseOtherUser(request.headers, person.id);
  if (person.status !== UserStatus.enabled) {
    if (required === 0) return null;
    throw new AppError('account_banned');
  }
  const { status: _, ...caller } = person;
  if (person.role >= required) return caller;
  const areas = wanted ? await listAreasOfMember(ctx, person.id, wanted) : [];
  if (areas.length === 0)
    throw new AppError(
      'not_allowed',
      wanted ? { changed: 'person', right: wanted.right, area: wanted.areaId ?? '*' } : {},
    );
  return { ...caller, areas };
}

async function bySession(ctx: Context, request: FastifyRequest): Promise<Person | undefined> {
  const secret = readSessionCookie(request.headers.cookie, request.client.secure);
  const found = secret && (await sessions.findWithUser(ctx, secret));
  if (!found) return undefined;
  const { id, username, role, status, group, id_hash, created_at } = found;
  return { id, username, role, status, group, sessionId: id_hash, signedInAt: created_at };
}

async function byAccessToken(ctx: Context, request: FastifyRequest): Promise<Person | undefined> {
  const token = readBearer(request);
  if (!token) return undefined;
  const { id, username, role, status, group } = await accessTokens.findHolder(ctx, token);
  return { id, username, role, status, group, sessionId: null };
}

function readBearer({ headers }: FastifyRequest): string | undefined {
  return headers.authorization?.replace(/^Bearer\s+/i, '').trim();
}

function isWrite({ address, changes }: Endpoint): boolean {
  return changes === true || !address.startsWith('GET ');
}

const requiredRole: Record<Access, number> = {
  public: Role.guest,
  'maybe-user': Role.guest,
  user: Role.user,
  admin: Role.admin,
  root: Role.root,
};
