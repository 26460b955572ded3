import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type AreaManifest,
  listAreas,
  listAudit,
  listPublishers,
  publishBuild,
  revokePublishKey,
  revokePublishToken,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import {
  type AreaBuild,
  addFile,
  makeAreaBuild,
  makeConsoleFolder,
  makePublisher,
  type Publisher,
  publishRequest,
} from '../../testing/area-builds.ts';

const BUNDLED = 'aaaaaaaaaa';
const ENTRY = 'remoteEntry.0123456789.js';
let app: TestApp;
let publisher: Publisher;
let made = 0;

beforeAll(async () => {
  const builds = [makeAreaBuild(BUNDLED), makeAreaBuild(BUNDLED, { id: 'user', route: '/token' })];
  app = await buildTestApp({ environment: { CONSOLE_DIR: makeConsoleFolder(builds) } });
  publisher = await makePublisher(app);
});
afterAll(() => app.close());

test('a signed build is stored with its files, listed as published and recorded in the audit log with its token', async () => {
  const build = freshBuild();
  const { status, body } = await publish(build);
  expect([status, body.data]).toEqual([
    200,
    { build_id: build.manifest.buildId, version: '0.1.0', files: 4, bytes: expect.any(Number) },
  ]);
  const logs = (await app.as('admin').get(listAreas, {})).find(({ id }) => id === 'logs');
  expect(logs?.builds.map(({ build_id, source }) => [build_id, source])).toContainEqual([
    build.manifest.buildId,
    'published',
  ]);
  expect(logs?.stable).toBe('');
  const { items } = await app.as('root').get(listAudit, { action: 'area.publish' });
  expect(items[0]).toMatchObject({ target: 'area:logs', actor_id: 0 });
  expect(items[0]?.actor_name).toMatch(/^deploy token \d+ \(ci\)$/);
  expect(JSON.stringify(items)).not.toContain(publisher.token);
});

test.each<[string, (build: AreaBuild) => void, string]>([
  ['a file that was changed', ({ files }) => files.set(ENTRY, Buffer.from('steal()')), `FILE_HASH ${ENTRY}`],
  ['a file that is missing', ({ files }) => files.delete(ENTRY), `FILE_MISSING ${ENTRY}`],
  [
    'a file that is not in the manifest',
    ({ files }) => files.set('more.js', Buffer.from('1')),
    'FILE_UNLISTED more.js',
  ],
  [
    'an entry on a foreign origin',
    ({ manifest }) => Object.assign(manifest.entry, { url: 'https://cdn.example/remoteEntry.js' }),
    'ORIGIN https://cdn.example/remoteEntry.js',
  ],
  [
    'an entry in the folder of another build',
    ({ manifest }) =>
      Object.assign(manifest.entry, { url: `/assets/areas/logs/${BUNDLED}/remoteEntry.0123456789.js` }),
    'ORIGIN /assets/areas/logs/aaaaaaaaaa',
  ],
  [
    'an entry with another hash than its file',
    ({ manifest }) => Object.assign(manifest.entry, { integrity: `sha384-${'A'.repeat(64)}` }),
    'REFERENCE ',
  ],
  [
    'a container that another build could have',
    ({ manifest }) => Object.assign(manifest, { container: `area_logs__${BUNDLED}` }),
    'CONTAINER area_logs__aaaaaaaaaa',
  ],
  [
    'a host API that is not here',
    ({ manifest }) => Object.assign(manifest.compat, { hostApi: '^2.0' }),
    'HOST_API the build wants ^2.0',
  ],
  [
    'a route of another area',
    ({ manifest }) => claim(manifest, '/token'),
    'ROUTE /token belongs to the area user',
  ],
  [
    'a route below a page of another area',
    ({ manifest }) => claim(manifest, '/token/deeper'),
    'ROUTE /token',
  ],
  ['a route that takes every free address', ({ manifest }) => claim(manifest, '/:anything'), 'ROUTE /:any'],
  ['a route where monitors look', ({ manifest }) => claim(manifest, '/metrics'), 'ROUTE /metrics'],
  ['a route of the shell', ({ manifest }) => claim(manifest, '/login'), 'ROUTE /login'],
  [
    'a menu entry of another area',
    ({ manifest }) => Object.assign(manifest.contributes.nav[0] ?? {}, { id: 'user' }),
    'NAV the menu entry user belongs to the area user',
  ],
  [
    'a title without a text',
    ({ manifest }) => Object.assign(manifest.i18n.texts.zh, { title: '' }),
    'TEXT title has no text in zh',
  ],
  [
    'a console API that is not here',
    ({ manifest }) => Object.assign(manifest.compat, { backendApi: '^9.0' }),
    'BACKEND_API the build wants ^9.0',
  ],
  [
    'another React than the console has',
    ({ manifest }) => Object.assign(manifest.compat, { bom: { react: '18.3.1' } }),
    'BOM the build was built with react 18.3.1, the console has 19.3.0',
  ],
  [
    'a later React than the console has',
    ({ manifest }) => Object.assign(manifest.compat, { bom: { react: '19.9.0' } }),
    'BOM the build was built with react 19.9.0, the console has 19.3.0',
  ],
  [
    'no word about shared modules',
    ({ manifest }) => delete manifest.compat.bom,
    'BOM the manifest does not say',
  ],
  [
    'styles that reach beyond the area',
    (build) => {
      const css = Buffer.from('.arco-btn{border:6px solid red}');
      build.manifest.css = [addFile(build, 'static/css/a.0123456789.css', css)];
    },
    'CSS static/css/a.0123456789.css ".arco-btn" is not limited',
  ],
  ['no files of a page', ({ manifest }) => delete manifest.pages, 'PAGES the manifest does not list'],
  ['no owner', ({ manifest }) => delete manifest.owners, 'OWNERS the manifest does not say'],
  [
    'a version that is none',
    ({ manifest }) => Object.assign(manifest, { version: 'latest!!' }),
    'VERSION latest!!',
  ],
  [
    'a menu entry that leads to a page of another area',
    ({ manifest }) => Object.assign(manifest.contributes.nav[0] ?? {}, { to: '/token' }),
    'NAV the menu entry logs leads to /token',
  ],
  [
    'an icon that no console has',
    ({ manifest }) => Object.assign(manifest.contributes.nav[0] ?? {}, { icon: 'unicorn' }),
    'NAV the menu entry logs has the icon unicorn',
  ],
  [
    'something for a point that no area has',
    ({ manifest: { contributes } }) => {
      contributes.extensions = [
        { point: 'user.drawer/v2', id: 'usage', title: 'title', order: 100, access: 'admin' },
      ];
    },
    'EXTENSION no area has the point user.drawer/v2',
  ],
  [
    'a link to a page that no area has',
    ({ manifest }) => Object.assign(manifest.contributes, { linksTo: ['user.gone'] }),
    'LINK no area has a page called user.gone',
  ],
  [
    'a name for a page that it does not have',
    ({ manifest }) => Object.assign(manifest.contributes, { links: { 'logs.usage': { path: '/gone' } } }),
    'LINK logs.usage leads to /gone',
  ],
  [
    'a listener for an event that no area emits',
    ({ manifest: { contributes } }) => {
      contributes.events = { emits: [], listens: ['data.changed/v9'] };
    },
    'EVENT no area emits data.changed/v9',
  ],
  ['no list of files', ({ manifest }) => delete manifest.files, 'FILES the manifest lists no files'],
  [
    'a manifest of another shape',
    ({ manifest }) => Object.assign(manifest, { schema: 2 }),
    'MANIFEST schema is 2. It must be 1.',
  ],
])('a build with %s is refused with the reason', async (_, spoil, reason) => {
  const build = freshBuild();
  spoil(build);
  const { status, body } = await publish(build);
  expect([status, body.code]).toEqual([422, 'area_build_refused']);
  expect(body.details.reasons).toContain(reason);
});

test('a refused build names all reasons at once, one a line', async () => {
  const build = makeAreaBuild('cccccccccc', { hostApi: '^2.0', route: '/login' });
  build.files.set(ENTRY, Buffer.from('steal()'));
  const { body } = await publish(build);
  const codes = String(body.details.reasons)
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect(codes).toEqual(['FILE_HASH', 'HOST_API', 'ROUTE']);
  expect(body.details.count).toBe(3);
  expect(body.message).toContain('HOST_API');
});

test('an entry above its size budget is refused', async () => {
  const noise = Array.from({ length: 40_000 }, (_, n) => ((n * 2_654_435_761) >>> 7).toString(36)).join('');
  const { body } = await publish(makeAreaBuild('dddddddddd', { entry: noise }));
  expect(body.details.reasons).toMatch(/BUDGET entry weighs \d+\.\d kB, allowed are 18/);
});

test('a build id is published once, and the id of a bundled build is refused', async () => {
  const build = freshBuild();
  expect((await publish(build)).status).toBe(200);
  expect((await publish(build)).body.details.reasons).toContain('was published before');
  expect((await publish(makeAreaBuild(BUNDLED))).body.details.reasons).toContain('comes with the gateway');
});

test('one of two concurrent uploads of a build succeeds', async () => {
  const build = freshBuild();
  const answers = await Promise.all([publish(build), publish(build)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('a build that is unsigned, or signed by an unknown or revoked key, is refused', async () => {
  const unsigned = { ...publishRequest(freshBuild(), publisher), signature: '' };
  expect((await visitor().call(publishBuild, unsigned)).body.details.reasons).toContain('SIGNATURE');

  const { privateKey } = generateKeyPairSync('ed25519');
  expect((await publish(freshBuild(), { ...publisher, privateKey })).body.details.reasons).toContain(
    'SIGNATURE',
  );

  const request = publishRequest(freshBuild(), publisher);
  const edited = { ...request, manifest: request.manifest.replace('0.1.0', '0.1.1') };
  expect((await visitor().call(publishBuild, edited)).body.details.reasons).toContain('SIGNATURE');

  const leaving = await makePublisher(app);
  const { keys } = await app.as('root').get(listPublishers, {});
  await app.as('root').get(revokePublishKey, { id: keys.at(-1)?.id ?? 0 });
  expect((await publish(freshBuild(), leaving)).body.details.reasons).toContain('SIGNATURE');
});

test('a publish token works for its own area until it is revoked, and is shown once', async () => {
  const foreign = await makePublisher(app, 'user');
  expect((await publish(freshBuild(), foreign)).body.code).toBe('publish_token_wrong');
  expect((await publish(freshBuild(), { ...foreign, token: 'pub_short' })).body.code).toBe(
    'publish_token_wrong',
  );
  expect((await publish(freshBuild(), { ...publisher, token: `pub_${'x'.repeat(43)}` })).body.code).toBe(
    'publish_token_wrong',
  );

  const leaving = await makePublisher(app);
  const { tokens } = await app.as('root').get(listPublishers, {});
  expect(JSON.stringify(tokens)).not.toContain(leaving.token);
  await app.as('root').get(revokePublishToken, { id: tokens.at(-1)?.id ?? 0 });
  expect((await publish(freshBuild(), leaving)).body.code).toBe('publish_token_wrong');
});

test('a publish token is accepted as a bearer token, and the session of root is not', async () => {
  const { token, ...request } = publishRequest(freshBuild(), publisher);
  const url = `/api/console/areas/${request.id}/builds`;
  const sent = await visitor().send('POST', url, {
    body: request,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(sent.status).toBe(200);
  expect((await app.as('root').send('POST', url, { body: request })).body.code).toBe('invalid_input');
});

test('files that unpack beyond the limit are refused and not stored', async () => {
  const request = publishRequest(freshBuild(), publisher);
  const bomb = gzipSync(Buffer.alloc(30_000_000)).toString('base64');
  const files = request.files.map((file) => (file.path === ENTRY ? { ...file, content: bomb } : file));
  const { status, body } = await visitor().call(publishBuild, { ...request, files });
  expect(status).toBe(422);
  expect(body.details.reasons).toContain(`FILE_UNREADABLE ${ENTRY}`);
});

function freshBuild(): AreaBuild {
  made += 1;
  return makeAreaBuild(made.toString(16).padStart(10, '0'));
}

function visitor() {
  return app.as('visitor');
}

function publish(build: AreaBuild, by = publisher) {
  return visitor().call(publishBuild, publishRequest(build, by));
}

function claim(manifest: AreaManifest, path: string): void {
  manifest.contributes.routes.push({ path, access: 'user', title: 'title' });
}
