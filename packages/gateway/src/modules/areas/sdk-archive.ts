import { type SdkIndex, sdkPackages } from '../../console/sdk-packages.ts';
import { type Context, transact } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import * as packages from './repository/sdk-packages.ts';

/** Two years of monthly updates. A version takes about half a megabyte. */
const KEPT_VERSIONS = 24;

/** One version of a package, as npm asks for it. */
export interface SdkVersion {
  version: string;
  manifest: object;
  file: string;
  integrity: string;
  shasum: string;
}

/** Packages of this and of earlier versions of the gateway: the lockfile of an area names the version of its day. */
export interface SdkArchive {
  /** The latest stored first. */
  listVersions(name: string): Promise<SdkVersion[]>;
  findFile(file: string): Promise<Buffer | undefined>;
}

export function sdkArchive({ db }: Context): SdkArchive {
  return {
    async listVersions(name) {
      const rows = await packages.listVersions(db, name);
      return rows.map((row) => ({ ...row, manifest: JSON.parse(row.manifest) as object }));
    },
    findFile: (file) => packages.findFile(db, file),
  };
}

/** Stores the packages that came with this version of the product, for areas whose lockfile names them later. */
export async function storeSdk(ctx: Context): Promise<void> {
  const source = sdkPackages(ctx);
  const index = source.index();
  if (!index || stored.get(ctx.config) === index) return;
  const present = new Set(await packages.listNames(ctx.db, index.version));
  for (const name of Object.keys(index.packages))
    if (!present.has(name)) await store(ctx, index, { name, read: source.read });
  await transact(ctx, (tx) => packages.removeOld(tx.db, KEPT_VERSIONS));
  stored.set(ctx.config, index);
}

/** What this process stored already. */
const stored = new WeakMap<Context['config'], SdkIndex>();

async function store(
  ctx: Context,
  { version, packages: described }: SdkIndex,
  { name, read }: { name: string; read: (file: string) => Buffer },
): Promise<void> {
  const found = described[name];
  if (!found) return;
  const { file, manifest, integrity, shasum } = found;
  const content = read(file);
  await transact(ctx, (tx) =>
    packages.insert(tx.db, {
      name,
      version,
      file,
      manifest: JSON.stringify(manifest),
      integrity,
      shasum,
      content,
      stored_at: nowSeconds(tx),
    }),
  );
}
