import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SdkIndex } from '../console/sdk-packages.ts';
import { areaPlatform } from '../modules/areas/area-platform.ts';
import { storeSdk } from '../modules/areas/sdk-archive.ts';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { makeConsoleFolder } from '../testing/area-builds.ts';
import { registerConsole } from './page.ts';

const NAME = '@tollgate/console-sdk';

test('a version of the packages stays there when the gateway comes with a later one', async () => {
  const { app, pack } = await openConsole();
  const first = pack('1.3.100');
  await storeSdk(app.ctx);
  pack('1.3.200');

  const { 'dist-tags': tags, versions } = await packument(app);
  expect(tags).toEqual({ latest: '1.3.200' });
  expect(Object.keys(versions).sort()).toEqual(['1.3.100', '1.3.200']);
  const { tarball, integrity } = versions['1.3.100']?.dist ?? { tarball: '', integrity: '' };
  const { status, body } = await download(app, new URL(tarball).pathname);
  expect(status).toBe(200);
  expect(body.equals(first)).toBe(true);
  expect(integrity).toBe(`sha512-${createHash('sha512').update(body).digest('base64')}`);
});

test('the latest 24 versions stay', async () => {
  let seconds = 1_790_000_000;
  const { app, pack } = await openConsole(() => seconds * 1000);
  for (let patch = 100; patch < 126; patch += 1) {
    pack(`1.3.${patch}`);
    await storeSdk(app.ctx);
    seconds += 60;
  }
  const versions = Object.keys((await packument(app)).versions).sort();
  expect(versions).toHaveLength(24);
  expect([versions[0], versions.at(-1)]).toEqual(['1.3.102', '1.3.125']);
});

test('a version that is gone is refused with the next step, in the field that npm prints', async () => {
  const { app, pack } = await openConsole();
  pack('1.3.200');
  const { status, body } = await download(app, '/api/console/sdk/-/tollgate-console-sdk-1.2.9.tgz');
  expect(status).toBe(404);
  expect(JSON.parse(body.toString())).toEqual({
    error: expect.stringMatching(
      /does not have tollgate-console-sdk-1\.2\.9\.tgz\. Its version is 1\.3\.200/,
    ),
  });
});

test('a console without packages says who packs them, in the field that npm prints', async () => {
  const { app } = await openConsole();
  const { status, body } = await download(app, '/api/console/sdk/@tollgate%2fcreate-area');
  expect(status).toBe(404);
  expect(JSON.parse(body.toString()).error).toContain('packs them there with "npm run sdk"');
});

async function openConsole(now?: () => number) {
  const folder = makeConsoleFolder([]);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const app = await buildTestApp({
    ...(now && { now }),
    environment: { CONSOLE_DIR: folder },
    console: (server, ctx) => registerConsole(server, { root: folder, platform: areaPlatform(ctx) }),
  });
  onTestFinished(() => app.close());
  return { app, pack: (version: string) => writeSdk(path.join(folder, 'sdk/dist'), version) };
}

/** What `npm run sdk` writes, for one package. Returns its tarball. */
function writeSdk(folder: string, version: string): Buffer {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const content = Buffer.from(`tarball of ${version}`);
  const file = `tollgate-console-sdk-${version}.tgz`;
  const digest = (algorithm: string) => createHash(algorithm).update(content);
  const described = {
    manifest: { name: NAME, version },
    file,
    integrity: `sha512-${digest('sha512').digest('base64')}`,
    shasum: digest('sha1').digest('hex'),
  };
  const index: SdkIndex = { version, packages: { [NAME]: described } };
  writeFileSync(path.join(folder, file), content);
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify(index));
  return content;
}

interface Packument {
  'dist-tags': { latest: string };
  versions: Record<string, { dist: { tarball: string; integrity: string } }>;
}

async function packument({ app }: TestApp): Promise<Packument> {
  const response = await app.inject({ url: `/api/console/sdk/${NAME.replace('/', '%2f')}` });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function download({ app }: TestApp, url: string) {
  const { statusCode: status, rawPayload: body } = await app.inject({ url });
  return { status, body };
}
