import { createPublicKey, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { findFaults, findManifestFaults } from '@tollgate/area-cli';
import {
  type AreaManifest,
  areaManifest,
  type Output,
  type Parsed,
  type publishBuild,
} from '@tollgate/contract';
import * as z from 'zod/mini';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { getHostFacts } from './area-builds.ts';
import { registryFor } from './area-catalog.ts';
import { notifyOfBuild } from './area-notices.ts';
import { findDeployToken, requireRight, tokenCaller } from './area-rights.ts';
import { targetOf } from './area-rollout.ts';
import * as builds from './repository/area-builds.ts';
import * as publishers from './repository/publishers.ts';

const MAX_BYTES = 16_000_000;
const MAX_FILE_BYTES = 4_000_000;

type Sent = Parsed<typeof publishBuild>;

/**
 * Stores a signed build. No user gets it before a rollout names it. A build whose publish key was revoked may
 * be published again, unchanged and signed with another key: it is trusted again then.
 *
 * @throws {AppError} `publish_token_wrong`, `area_build_refused` with every reason
 */
export async function publish(ctx: CallContext, sent: Sent): Promise<Output<typeof publishBuild>> {
  const token = await findDeployToken(ctx, sent.token);
  if (token.area_id !== sent.id) {
    const { area_id: area, name } = token;
    throw new AppError('publish_token_wrong', { changed: 'area', area, wanted: sent.id, name });
  }
  requireRight(token, 'publish', 'publish_token_wrong');

  const faults: string[] = [];
  const keyId = await findSigner(ctx, sent);
  if (keyId === undefined) faults.push(UNSIGNED);
  const manifest = readManifest(sent, faults);
  const files = await unpackFiles(sent, faults);
  if (manifest) {
    const { areas: others } = await registryFor(ctx);
    faults.push(...findFaults({ manifest, files, host: getHostFacts(ctx), others }));
    if (await isTaken(ctx, sent, manifest)) faults.push(await publishedBefore(ctx, sent, manifest));
  }
  if (!manifest || keyId === undefined || faults.length > 0) throw refused(faults);
  return await store(ctx, sent, { manifest, files, keyId, token });
}

async function store(
  ctx: CallContext,
  { signature, manifest: text }: Sent,
  build: {
    manifest: AreaManifest;
    files: ReadonlyMap<string, Buffer>;
    keyId: number;
    token: publishers.TokenRow;
  },
): Promise<Output<typeof publishBuild>> {
  const { manifest, files, keyId, token } = build;
  const { id, buildId, version, commit = '' } = manifest;
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  await change(ctx, ['areas'], async (tx) => {
    const row = {
      area_id: id,
      build_id: buildId,
      version: version.slice(0, 64),
      manifest: text,
      signature,
      key_id: keyId,
      token_id: token.id,
      bytes,
      published_at: nowSeconds(tx),
    };
    const contents = [...files].map(([path, content]) => ({ path, content }));
    const isNew = !(await builds.has(tx.db, row)) && (await builds.insert(tx.db, row, contents));
    if (!isNew) {
      if (await isTaken(tx, { manifest: text }, manifest))
        throw refused([await publishedBefore(tx, { manifest: text }, manifest)]);
      await builds.replaceSignature(tx.db, row, { signature, key_id: keyId, token_id: token.id });
    }
    if (isNew) await notifyOfBuild(tx, { area: id, build: buildId, version });
    await publishers.recordUse(tx.db, token.id, nowSeconds(tx));
    const after = {
      build_id: buildId,
      version,
      commit,
      bytes,
      signer: keyId,
      ...(!isNew && { again: true }),
    };
    recordAction(
      { ...tx, caller: tokenCaller(token) },
      { action: 'area.publish', target: targetOf(id), after },
    );
  });
  return { build_id: buildId, version, files: files.size, bytes };
}

/** Returns the id of the registered key that signed the manifest. */
async function findSigner(ctx: Context, { id, manifest, signature }: Sent): Promise<number | undefined> {
  const keys = (await publishers.listKeys(ctx.db)).filter(
    ({ retired_at, area_id }) =>
      (retired_at === 0 || retired_at > nowSeconds(ctx)) && (area_id === '' || area_id === id),
  );
  const bytes = Buffer.from(signature, 'base64');
  return keys.find(({ public_key }) => {
    const x = Buffer.from(public_key, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(manifest), key, bytes);
  })?.id;
}

function readManifest({ id, manifest: text }: Sent, faults: string[]): AreaManifest | undefined {
  const parsed = z.safeParse(areaManifest, parseJson(text));
  if (!parsed.success) {
    const json = parseJson(text);
    const places = json === undefined ? ['the manifest is no JSON'] : findManifestFaults(json);
    faults.push(...places.slice(0, 20).map((fault) => `MANIFEST ${fault}`));
    return undefined;
  }
  if (parsed.data.id === id) return parsed.data;
  faults.push(`AREA the manifest is of ${parsed.data.id}, the address names ${id}`);
  return undefined;
}

/** Unpacks the files within size limits, as compressed data may expand to any size. */
async function unpackFiles({ files }: Sent, faults: string[]): Promise<Map<string, Buffer>> {
  const unpacked = new Map<string, Buffer>();
  let left = MAX_BYTES;
  for (const { path, content } of files) {
    const maxOutputLength = Math.min(MAX_FILE_BYTES, left);
    const body = await gunzipped(Buffer.from(content, 'base64'), { maxOutputLength }).catch(() => undefined);
    if (!body) faults.push(`FILE_UNREADABLE ${path} is not gzip in base64, or too large`);
    else if (unpacked.has(path)) faults.push(`FILE_TWICE ${path}`);
    else unpacked.set(path, body);
    left = Math.max(1, left - (body?.length ?? 0));
  }
  return unpacked;
}

/** Whether the id of a build is in use: by anything but the same build, published with a revoked key. */
async function isTaken(
  ctx: Context,
  { manifest }: Pick<Sent, 'manifest'>,
  { id, buildId }: AreaManifest,
): Promise<boolean> {
  if (bundledBuilds(ctx).areas.some((build) => build.id === id && build.buildId === buildId)) return true;
  const build = { area_id: id, build_id: buildId };
  const origin = await builds.findOrigin(ctx.db, build);
  if (!origin) return false;
  return origin.manifest !== manifest || (await publishers.findRevokedKeyOf(ctx.db, build)) === undefined;
}

/** Why the id of a build that `isTaken` is refused, with what its team does next. */
async function publishedBefore(
  ctx: Context,
  { manifest: text }: Pick<Sent, 'manifest'>,
  { id, buildId }: AreaManifest,
): Promise<string> {
  const origin = await builds.findOrigin(ctx.db, { area_id: id, build_id: buildId });
  if (!origin) return `BUILD ${buildId} comes with the gateway: change the sources and build again`;
  return contentOf(origin.manifest) === contentOf(text)
    ? `BUILD ${buildId} is there already, as it was published before: go on with canary`
    : `BUILD ${buildId} was published before with other content, which never changes: change the sources and build again`;
}

/** A manifest without what differs each time the same sources are built. */
function contentOf(text: string): string {
  const { builtAt: _, commit: __, author: ___, ...content } = parseJson(text) as Partial<AreaManifest>;
  return JSON.stringify(content);
}

const UNSIGNED =
  'SIGNATURE no registered key signed this manifest: the super admin registers the public key of the team, by POST /api/console/publish-keys';

function refused(faults: readonly string[]): AppError {
  return new AppError('area_build_refused', { count: faults.length, reasons: faults.join('\n') });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const gunzipped = promisify(gunzip) as (
  body: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>;
