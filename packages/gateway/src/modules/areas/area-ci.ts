import { createHash } from 'node:crypto';
import type { addCiIdentity, exchangeCiToken, listCiIdentities, Output, Parsed } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { randomSecret } from '../secrets/random.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { readRights, writeRights } from './area-right-names.ts';
import { namedIssuer, readIdToken } from './ci-issuer.ts';
import { isSubjectOf } from './ci-subject.ts';
import * as identities from './repository/area-ci.ts';
import * as publishers from './repository/publishers.ts';

/** How long what a job gets lasts. */
const TOKEN_SECONDS = 15 * 60;

export async function list(
  ctx: CallContext,
  { id }: Parsed<typeof listCiIdentities>,
): Promise<Output<typeof listCiIdentities>> {
  const rows = await identities.listOfArea(ctx.db, id);
  return rows.map(({ area_id: _, rights, ...row }) => ({ ...row, rights: readRights(rights) }));
}

export function add(
  ctx: CallContext,
  { id, rights, ...given }: Parsed<typeof addCiIdentity>,
): Promise<number> {
  return change(ctx, [], async (tx) => {
    const row = { area_id: id, ...given, rights: writeRights(rights), created_at: nowSeconds(tx) };
    const identityId = await identities.insert(tx.db, row);
    recordAction(tx, { action: 'area.ci_add', target: `ci-identity:${identityId}`, after: row });
    return identityId;
  });
}

/** @throws {AppError} `publisher_unknown` */
export async function remove(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, [], async (tx) => {
    const before = await identities.remove(tx.db, id, nowSeconds(tx));
    if (!before) throw new AppError('publisher_unknown');
    await endJointTokens(tx, before.area_id);
    recordAction(tx, { action: 'area.ci_remove', target: `ci-identity:${id}`, before });
  });
}

/**
 * Gives a job of a build server a deploy token that ends soon, for an ID token that says who it is.
 *
 * @throws {AppError} `area_ci_refused`, `area_ci_unreachable`, `publish_key_taken`
 */
export async function exchange(
  ctx: CallContext,
  { id: areaId, id_token, public_key }: Parsed<typeof exchangeCiToken>,
): Promise<Output<typeof exchangeCiToken>> {
  const issuer = await namedIssuer(id_token);
  const ofIssuer = (await identities.listOfArea(ctx.db, areaId)).filter((row) => row.issuer === issuer);
  if (!issuer || ofIssuer.length === 0) throw refused('this area has no CI identity of its issuer');
  const { aud, sub = '', exp = 0 } = await readIdToken(ctx, issuer, id_token);
  const forUs = ofIssuer.filter(({ audience }) => [aud].flat().includes(audience));
  if (forUs.length === 0) throw refused(`it is for the audience ${[aud].flat().join(', ')}`);
  const [identity, ...others] = forUs.filter(({ subject }) => isSubjectOf(subject, sub));
  if (!identity) throw refused(`it is of the subject ${sub.slice(0, 200)}`);
  return await change(ctx, [], async (tx) => {
    if (!(await identities.use(tx.db, useOf(id_token), exp + TOKEN_SECONDS)))
      throw refused('it was used before');
    return await give(tx, { matching: [identity, ...others], subject: sub, publicKey: public_key });
  });
}

interface Given {
  /** All that trust the job: it has the rights of each. */
  matching: readonly [identities.IdentityRow, ...identities.IdentityRow[]];
  subject: string;
  publicKey: string | undefined;
}

async function give(tx: CallContext, given: Given): Promise<Output<typeof exchangeCiToken>> {
  const { matching, subject, publicKey: public_key } = given;
  const { id: ci_identity_id, area_id, name } = matching[0];
  const ids = matching.map(({ id }) => id);
  const rights = writeRights(matching.flatMap((each) => readRights(each.rights)));
  const token = `pub_${randomSecret()}`;
  const created_at = nowSeconds(tx);
  const expires_at = created_at + TOKEN_SECONDS;
  const common = { area_id, name, created_at, ci_identity_id };
  const made = { ...common, token_hash: tx.secrets.hash(token), rights, expires_at };
  const tokenId = await publishers.insertToken(tx.db, made);
  if (public_key) {
    const taken = await publishers.findKeyByPublicHalf(tx.db, public_key);
    if (taken) throw new AppError('publish_key_taken', { key: taken.name });
    await publishers.insertKey(tx.db, { ...common, public_key, retired_at: expires_at });
  }
  await identities.recordUse(tx.db, ids, created_at);
  const caller = { id: 0, username: `CI ${name}`.slice(0, 64), role: 0, group: '', sessionId: null };
  const after = {
    token: tokenId,
    subject,
    rights,
    identities: ids,
    ...(public_key && { signer: public_key }),
  };
  recordAction(
    { ...tx, caller },
    { action: 'area.ci_token', target: `ci-identity:${ci_identity_id}`, after },
  );
  return { token, rights: readRights(rights), expires_at };
}

/** A token with more rights than its own identity gives has some of another: perhaps of one that was removed. */
async function endJointTokens(tx: CallContext, areaId: string): Promise<void> {
  const rightsOf = new Map(
    (await identities.listOfArea(tx.db, areaId)).map(({ id, rights }) => [id, rights]),
  );
  for (const { id, ci_identity_id, rights } of await identities.listTokensOfArea(tx.db, areaId)) {
    const own = readRights(rightsOf.get(ci_identity_id) ?? '');
    if (readRights(rights).some((right) => !own.includes(right)))
      await publishers.revokeToken(tx.db, id, nowSeconds(tx));
  }
}

/** What is signed: a signature may have several spellings. */
function useOf(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex');
}

function refused(why: string): AppError {
  return new AppError('area_ci_refused', { why });
}
