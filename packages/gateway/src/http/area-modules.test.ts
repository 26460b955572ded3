import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type AreaBuild, makeAreaBuild, makeConsoleFolder } from '../testing/area-builds.ts';
import { handleErrors } from './error-handler.ts';
import { registerConsole } from './page.ts';

const BUILD = 'aaaaaaaaaa';

/** A gateway with this build of the area `logs` on disk. */
function serve(build: AreaBuild) {
  const root = makeConsoleFolder([build]);
  const app = Fastify();
  handleErrors(app);
  registerConsole(app, { root });
  return { app, folder: path.join(root, 'mfe-logs/dist', BUILD) };
}

test('files of a build are cached forever whatever their names, and mf-manifest.json is for tools', async () => {
  const { app, folder } = serve(makeAreaBuild(BUILD));
  writeFileSync(path.join(folder, 'mf-manifest.json'), '{"name":"logs"}');
  const response = await app.inject(`/assets/areas/logs/${BUILD}/mf-manifest.json`);
  expect(response.json()).toEqual({ name: 'logs' });
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/json; charset=utf-8',
  });
});

test('the modules of an area of another framework are preloaded as modules', async () => {
  const { manifest, files } = makeAreaBuild(BUILD);
  const { texts } = manifest.i18n;
  const { app } = serve({ manifest: { ...manifest, contract: 2, i18n: { texts } }, files });
  const { body } = await app.inject({ url: '/logs', headers: { accept: 'text/html' } });
  const { url, integrity } = manifest.entry;
  expect(body).toContain(
    `<link rel="modulepreload" crossorigin="anonymous" integrity="${integrity}" href="${url}">`,
  );
});
