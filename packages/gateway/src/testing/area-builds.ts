import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type AreaManifest, addPublishKey, makePublishToken } from '@tollgate/contract';
import type { TestApp } from './app.ts';

export interface AreaBuild {
  manifest: AreaManifest;
  files: Map<string, Buffer>;
}

interface BuildOptions {
  id?: string;
  route?: string;
  hostApi?: string;
  entry?: string;
  builtAt?: string;
}

/** Makes a minimal build of an area, as `mfe-kit` makes them. */
export function makeAreaBuild(buildId: string, options: BuildOptions = {}): AreaBuild {
  const { id = 'logs', hostApi = '^1.0', builtAt = '2026-11-20T00:00:00.000Z' } = options;
  const { route = `/${id}`, entry = `/* ${id} ${buildId} */` } = options;
  const files = new Map(
    [
      ['remoteEntry.0123456789.js', entry],
      ['static/js/area.0123456789.js', '/* area */'],
      ['static/js/zh.0123456789.js', '/* zh */'],
      ['static/js/en.0123456789.js', '/* en */'],
    ].map(([name = '', text = '']) => [name, Buffer.from(text)]),
  );
  const listed = [...files].map(([name, content]) => ({
    path: name,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    bytes: content.length,
  }));
  const [main, area, zh, en] = listed.map(({ path: name, ...rest }) => ({
    url: `/assets/areas/${id}/${buildId}/${name}`,
    ...rest,
  })) as AreaManifest['css'];
  if (!main || !area || !zh || !en) throw new Error('a build has four files');
  const manifest: AreaManifest = {
    schema: 1,
    id,
    buildId,
    version: '0.1.0',
    builtAt,
    container: `area_${id.replaceAll('-', '_')}__${buildId}`,
    entry: main,
    exposes: { './area': { js: [area], css: [] } },
    pages: { [route]: [] },
    compat: { hostApi, bom: { react: '19.3.0' } },
    owners: { team: 'Logs', contact: 'logs@example.com' },
    contributes: {
      routes: [{ path: route, access: 'user', title: 'title' }],
      nav: [
        { id, to: route, label: 'title', icon: 'history', section: 'console', order: 100, access: 'user' },
      ],
    },
    i18n: { files: { zh, en }, texts: { zh: { title: '标题' }, en: { title: 'Title' } } },
    css: [],
    files: listed,
  };
  return { manifest, files };
}

/** Makes a folder with a shell and these builds, for `CONSOLE_DIR`. Without `pages` the shell may have any page. */
export function makeConsoleFolder(builds: readonly AreaBuild[], pages?: Record<string, never[]>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'console-'));
  mkdirSync(path.join(root, 'shell/dist'), { recursive: true });
  writeFileSync(path.join(root, 'shell/dist/index.html'), '<html><head></head><body></body></html>');
  const shell = { schema: 1, version: '0.1.0', hostApi: '1.0.0', bom: { react: '19.3.0' }, pages };
  writeFileSync(path.join(root, 'shell/dist/shell.manifest.json'), JSON.stringify(shell));
  for (const { manifest, files } of builds) {
    const folder = path.join(root, `mfe-${manifest.id}/dist`, manifest.buildId);
    for (const [name, content] of [...files, ['area.manifest.json', JSON.stringify(manifest)] as const]) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
  }
  return root;
}

/** A publisher: a registered key and a token of one area. */
export interface Publisher {
  token: string;
  privateKey: KeyObject;
}

export async function makePublisher(app: TestApp, area = 'logs'): Promise<Publisher> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  await app.as('root').get(addPublishKey, { name: 'ci', public_key });
  const { token } = await app.as('root').get(makePublishToken, { id: area, name: 'ci' });
  return { token, privateKey };
}

/** The request that publishes a build. */
export function publishRequest({ manifest, files }: AreaBuild, { token, privateKey }: Publisher) {
  const text = JSON.stringify(manifest);
  return {
    id: manifest.id,
    token,
    manifest: text,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
    files: [...files].map(([name, content]) => ({
      path: name,
      content: gzipSync(content).toString('base64'),
    })),
  };
}

/** Adds a file to a build, and returns how its manifest refers to it. */
export function addFile({ manifest, files }: AreaBuild, name: string, content: Buffer) {
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  const described = { integrity, bytes: content.length };
  files.set(name, content);
  manifest.files = [...(manifest.files ?? []), { path: name, ...described }];
  return { url: `/assets/areas/${manifest.id}/${manifest.buildId}/${name}`, ...described };
}
