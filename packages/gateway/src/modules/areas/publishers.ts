import type {
  addPublishKey,
  ListedPublishKey,
  listPublishers,
  makePublishToken,
  Output,
  Parsed,
} from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { randomSecret } from '../secrets/random.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { readRights, writeRights } from './area-right-names.ts';
import * as publishers from './repository/publishers.ts';

export async function list(ctx: CallContext): Promise<Output<typeof listPublishers>> {
  // What jobs of build servers got for their ID tokens ends by itself.
  const keys = (await publishers.listKeys(ctx.db)).filter(({ ci_identity_id }) => ci_identity_id === 0);
  const tokens = (await publishers.listTokens(ctx.db)).filter(({ ci_identity_id }) => ci_identity_id === 0);
  return {
    keys: keys.map(({ id, name, public_key, area_id, created_at, retired_at }) => ({
      id,
      name,
      public_key,
      area: area_id,
      created_at,
      retired_at,
    })),
    tokens: tokens.map(({ id, area_id, name, rights, expires_at, created_at, used_at }) => ({
      id,
      area: area_id,
      name,
      rights: readRights(rights),
      expires_at,
      created_at,
      used_at,
    })),
  };
}

/** @throws {AppError} `publish_key_taken`: a revoked or retired key cannot be registered again */
export function addKey(
  ctx: CallContext,
  { name, public_key, area }: Parsed<typeof addPublishKey>,
): Promise<number> {
  return change(ctx, [], async (tx) => {
    const existing = await publishers.findKeyByPublicHalf(tx.db, public_key);
    if (existing) throw new AppError('publish_key_taken', { key: existing.name });
    const row = { name, public_key, area_id: area, created_at: nowSeconds(tx) };
    const id = await publishers.insertKey(tx.db, row);
    // A public key is not secret: the log shows which key was trusted.
    recordAction(tx, {
      action: 'area.key_add',
      target: `signer:${id}`,
      after: { name, area, signer: public_key },
    });
    return id;
  });
}

/** Returns the token this once; the table has its hash. */
export function makeToken(
  ctx: CallContext,
  { id: areaId, name, rights, days }: Parsed<typeof makePublishToken>,
): Promise<Output<typeof makePublishToken>> {
  const token = `pub_${randomSecret()}`;
  return change(ctx, [], async (tx) => {
    const created_at = nowSeconds(tx);
    const expires_at = created_at + days * 86_400;
    const row = {
      area_id: areaId,
      name,
      token_hash: tx.secrets.hash(token),
      rights: writeRights(rights),
      expires_at,
      created_at,
    };
    const id = await publishers.insertToken(tx.db, row);
    recordAction(tx, {
      action: 'area.token_make',
      target: `publisher:${id}`,
      after: { area: areaId, name, rights, expires_at },
    });
    return { id, token };
  });
}

/**
 * For a key that was replaced as planned: it signs no new builds, and its builds stay trusted.
 *
 * @throws {AppError} `publisher_unknown`
 */
export async function retireKey(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, [], async (tx) => {
    if (!(await publishers.retireKey(tx.db, id, nowSeconds(tx)))) throw new AppError('publisher_unknown');
    recordAction(tx, { action: 'area.key_retire', target: `signer:${id}`, before: { id } });
  });
}

/**
 * For a key that may be compromised: its builds lose their trust too.
 *
 * @throws {AppError} `publisher_unknown`
 */
export async function revokeKey(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  // Which fallback a user gets depends on the trusted keys.
  await change(ctx, ['areas'], async (tx) => {
    if (!(await publishers.revokeKey(tx.db, id, nowSeconds(tx)))) throw new AppError('publisher_unknown');
    recordAction(tx, { action: 'area.key_revoke', target: `signer:${id}`, before: { id } });
  });
}

/** Describes the key of a build. */
export function describeKey({
  id,
  name,
  retired_at,
  revoked_at,
  ci_identity_id,
}: publishers.KeyRow): ListedPublishKey {
  if (revoked_at > 0) return { id, name, state: 'revoked' };
  return { id, name, state: retired_at > 0 && ci_identity_id === 0 ? 'retired' : 'valid' };
}

/** @throws {AppError} `publisher_unknown` */
export async function revokeToken(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, [], async (tx) => {
    if (!(await publishers.revokeToken(tx.db, id, nowSeconds(tx)))) throw new AppError('publisher_unknown');
    recordAction(tx, { action: 'area.token_revoke', target: `publisher:${id}`, before: { id } });
  });
}
