import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleGateway, NATIVE } from '../gateway/bundle.ts';
import { GATEWAY } from '../gateway/program.ts';
import { npmPack, readCatalog } from '../npm-pack.ts';
import { packSdk } from '../sdk/pack.ts';
import { listApps, root } from '../workspace.ts';
import { describeThirdParties } from './third-party.ts';

interface Package {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

/**
 * Packs the product as one package for npm, `@tollgate/gateway`, and returns the path of the file: the built gateway,
 * the built console, and the SDK for areas. Dependencies of it are only packages with parts for each machine.
 */
export async function packGateway(target: string): Promise<string> {
  const folder = path.join(root, '.cache/gateway-package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const catalog = readCatalog();
  const own = readPackage(GATEWAY);

  await bundleGateway(path.join(folder, GATEWAY, 'dist'));
  cpSync(path.join(root, GATEWAY, 'bin'), path.join(folder, GATEWAY, 'bin'), { recursive: true });
  for (const app of listApps())
    cpSync(path.join(root, app, 'dist'), path.join(folder, app, 'dist'), { recursive: true });
  packSdk(path.join(folder, 'sdk/dist'));
  for (const name of ['LICENSE', 'NOTICE', 'CHANGELOG.md'])
    cpSync(path.join(root, name), path.join(folder, name));
  cpSync(path.join(root, 'deploy/npm.md'), path.join(folder, 'README.md'));
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), describeThirdParties(root));
  writeJson(path.join(folder, 'package.json'), {
    name: own.name,
    version: own.version,
    description: 'AI-model gateway with a console composed by module federation',
    license: 'Apache-2.0',
    type: 'module',
    bin: { tollgate: `${GATEWAY}/bin/tollgate.mjs` },
    engines: { node: '^24.15 || >=26' },
    dependencies: Object.fromEntries(
      NATIVE.filter((name) => own.dependencies?.[name]).map((name) => [name, versionOf(name, catalog)]),
    ),
  });
  return path.join(target, npmPack(folder, target));
}

function versionOf(name: string, catalog: ReadonlyMap<string, string>): string {
  const version = catalog.get(name);
  if (version === undefined) throw new Error(`The catalog has no version of ${name}.`);
  return version;
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Package;
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
