import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { servedType } from '@tollgate/federation';
import { createByteCache } from './byte-cache.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Asset {
  type: string;
  etag: string;
  /** True when its name contains a hash of its content, or its folder is one build of an area: it never changes. */
  isImmutable: boolean;
  body(encoding: Encoding): Promise<Buffer>;
}

/** What the database has about files of areas. */
export interface AreaFiles {
  /** False for killed builds, on disk or in the database. */
  isServed(areaId: string, buildId: string): Promise<boolean>;
  /** True for published builds that all users may fetch. */
  isReleased(areaId: string, buildId: string): Promise<boolean>;
  readFile(areaId: string, buildId: string, path: string): Promise<Buffer | undefined>;
}

/** Whether the caller may fetch a published build that not all users got. */
export type IsGiven = (areaId: string, buildId: string) => Promise<boolean>;

export interface FoundAsset {
  asset: Asset;
  /** All users may fetch it. False: only this caller may, and shared caches must not store it. */
  isPublic: boolean;
}

/**
 * The files of the console under `/assets/`, compressed at first use and cached in memory: `shell/<file>` and
 * `areas/<id>/<build id>/<file>`, the latter from the disk or from the database. Other paths, and builds that
 * the caller may not fetch, are not found. All users may fetch builds on disk, because they came with the
 * gateway.
 */
export function createAssets(
  root: string,
  areaFiles?: AreaFiles,
): { find(name: string, isGiven: IsGiven): Promise<FoundAsset | undefined> } {
  const cache = new Map<string, Promise<Asset>>();
  const published = createByteCache<Asset>(MAX_PUBLISHED_BYTES);
  return { find };

  async function find(name: string, isGiven: IsGiven): Promise<FoundAsset | undefined> {
    const type = servedType(name);
    if (!type || !isPlainName(name)) return undefined;
    const shell = /^shell\/(.+)$/.exec(name)?.[1];
    if (shell) return shared(await onDisk(path.join(root, 'shell/dist', shell), type));
    const [, areaId, buildId, file] = /^areas\/([a-z][a-z0-9-]*)\/([0-9a-f]{10})\/(.+)$/.exec(name) ?? [];
    if (!areaId || !buildId || !file) return undefined;
    if (areaFiles && !(await areaFiles.isServed(areaId, buildId))) return undefined;
    const bundled = await onDisk(path.join(root, `mfe-${areaId}`, 'dist', buildId, file), type);
    if (bundled || !areaFiles) return shared(bundled);
    const isPublic = await areaFiles.isReleased(areaId, buildId);
    if (!isPublic && !(await isGiven(areaId, buildId))) return undefined;
    const asset = await inDatabase(name, () => areaFiles.readFile(areaId, buildId, file));
    return asset && { asset, isPublic };
  }

  async function onDisk(file: string, type: string): Promise<Asset | undefined> {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || (await realpath(file)) !== (await realpath(root)) + file.slice(root.length))
      return undefined;
    const key = `${file} ${found.mtimeMs} ${found.size}`;
    const asset = cache.get(key) ?? readFile(file).then((content) => assetOf(file, type, content));
    cache.set(key, asset);
    return asset;
  }

  async function inDatabase(
    name: string,
    read: () => Promise<Buffer | undefined>,
  ): Promise<Asset | undefined> {
    const cached = published.get(name);
    if (cached) return cached;
    const content = await read();
    if (!content) return undefined;
    const asset = assetOf(name, servedType(name) as string, content);
    published.set(name, asset, content.length);
    return asset;
  }
}

function shared(asset: Asset | undefined): FoundAsset | undefined {
  return asset && { asset, isPublic: true };
}

/** Forbids paths out of the folder and hidden files. */
function isPlainName(name: string): boolean {
  return /^[\w./-]+$/.test(name) && !name.split('/').some((part) => part === '' || part.startsWith('.'));
}

function assetOf(file: string, type: string, content: Buffer): Asset {
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(content)]]);
  const isWorthIt = content.length > 1000 && /text|javascript|json|svg/.test(type);
  return {
    type,
    etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    isImmutable: /\.[0-9a-f]{8,}\.\w+$/.test(file) || OF_BUILD.test(file),
    body(encoding) {
      const wanted = isWorthIt ? encoding : 'identity';
      const body = bodies.get(wanted) ?? compress(content, wanted);
      bodies.set(wanted, body);
      return body;
    },
  };
}

/** `areas/<id>/<build id>/…`, or the folder of a build on disk. */
const OF_BUILD = /(?:^areas\/[a-z0-9-]+|\/mfe-[a-z0-9-]+\/dist)\/[0-9a-f]{10}\//;

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return encoding === 'gzip' ? await zip(content, { level: 9 }) : content;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Size of files before compression. Their compressed forms are cached too. */
const MAX_PUBLISHED_BYTES = 32_000_000;
