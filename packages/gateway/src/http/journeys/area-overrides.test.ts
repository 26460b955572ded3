import { endOverride, grantOverride, listAudit, type RegistrySnapshot } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { areaPlatform } from '../../modules/areas/area-platform.ts';
import * as accessTokens from '../../modules/identity/credentials/access-tokens.ts';
import { endAccess } from '../../modules/identity/credentials/end-access.ts';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder } from '../../testing/area-builds.ts';
import type { TestClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { registerConsole } from '../page.ts';

const ORIGIN = 'http://127.0.0.1:3104';
const BUNDLED = 'aaaaaaaaaa';
const wanted = { id: 'logs', origin: ORIGIN };

test('an administrator loads an area from a development server only into their own session', async () => {
  const site = await openConsole();
  const before = await pageOf(site.as('admin'));
  expect(before.registry.overrides).toEqual([]);
  const { expires_at } = await site.as('admin').get(grantOverride, { ...wanted, minutes: 30 });
  expect(expires_at).toBe(Math.floor(site.app.ctx.now() / 1000) + 1800);

  const page = await pageOf(site.as('admin'));
  expect(page.registry.overrides).toEqual([{ id: 'logs', origin: ORIGIN, until: expires_at }]);
  expect(page.registry.areas[0]).toMatchObject({
    why: 'dev',
    active: { container: 'area_logs__dev', entry: { url: `${ORIGIN}/remoteEntry.js` } },
    fallbacks: [],
  });
  expect(page.policy).toContain(`script-src 'self' ${ORIGIN};`);
  expect(page.policy).toContain(`connect-src 'self' ${ORIGIN};`);
  expect(page.policy).toContain("require-trusted-types-for 'script'");
  expect(page.policy).not.toContain('unsafe');

  const sameElsewhere = site.app.as('admin');
  for (const browser of [site.as('root'), site.as('user'), sameElsewhere]) {
    const other = await pageOf(browser);
    expect(other.registry.areas[0]).toMatchObject({ active: { buildId: BUNDLED } });
    expect(other.policy).toContain("script-src 'self';");
    expect(other.integrity).toBe('blocked-destinations=(script)');
  }
});

test('an override is in the audit log and can be ended by a link that restores the served build', async () => {
  const site = await openConsole();
  await site.as('admin').get(grantOverride, wanted);
  await site.as('admin').get(endOverride, { id: 'logs' });
  expect((await pageOf(site.as('admin'))).registry).toMatchObject({
    overrides: [],
    areas: [{ active: { buildId: BUNDLED } }],
  });
  expect((await site.as('admin').call(endOverride, { id: 'logs' })).body.code).toBe('area_override_unknown');
  const { items } = await site.as('root').get(listAudit, {});
  expect(items.map(({ action, target }) => [action, target])).toEqual(
    expect.arrayContaining([
      ['area.override', 'area:logs'],
      ['area.override_end', 'area:logs'],
    ]),
  );
});

describeDatabases('a development server', (database) => {
  test('an override ends at its expiry and with the session', async () => {
    const clock = { now: Date.now() };
    const site = await openConsole({ now: () => clock.now, database: await database.create() });
    await site.as('admin').get(grantOverride, { ...wanted, minutes: 30 });
    clock.now += 31 * 60_000;
    expect((await pageOf(site.as('admin'))).policy).toContain("script-src 'self';");

    await site.as('root').get(grantOverride, wanted);
    await endAccess(site.app.ctx, site.app.people.root.id);
    expect((await pageOf(site.as('root'))).registry.overrides).toBeUndefined();
  });
});

test.each([
  ['of another machine', 'http://10.0.0.7:3104'],
  ['of the internet', 'https://example.com'],
  ['that only begins like this machine', 'http://127.0.0.1.example.com:80'],
  ['with more than an origin', 'http://127.0.0.1:3104/; script-src *'],
  ['with a name in it', 'http://127.0.0.1:3104@example.com'],
  ['with no such port', 'http://127.0.0.1:99999'],
])('an address %s is refused', async (_, origin) => {
  const site = await openConsole();
  expect((await site.as('root').call(grantOverride, { id: 'logs', origin })).body.code).toBe('invalid_input');
  expect((await pageOf(site.as('root'))).policy).toContain("script-src 'self';");
});

test('an override is refused without the role, a browser session, a known area or the permission of the operator', async () => {
  const site = await openConsole();
  expect((await site.as('user').call(grantOverride, wanted)).body.code).toBe('not_allowed');
  expect((await site.as('admin').call(grantOverride, { ...wanted, id: 'none' })).body.code).toBe(
    'area_unknown',
  );
  const token = await accessTokens.replace(site.app.ctx, site.app.people.root.id, {
    name: '',
    expiresAt: null,
  });
  const byProgram = await site.app.app.inject({
    method: 'PUT',
    url: '/api/console/areas/logs/override',
    headers: { authorization: `Bearer ${token}`, 'new-api-user': String(site.app.people.root.id) },
    payload: { origin: ORIGIN },
  });
  expect(byProgram.json().code).toBe('area_override_session');

  const strict = await openConsole({ environment: { AREA_OVERRIDES: 'false' } });
  expect((await strict.as('root').call(grantOverride, wanted)).body.code).toBe('area_override_off');
  expect((await pageOf(strict.as('root'))).registry.overrides).toBeUndefined();
});

/** Each user with one browser, as `open` found them. */
interface Site {
  app: TestApp;
  as(actor: Exclude<Actor, 'visitor'>): TestClient;
}

async function openConsole(options: Parameters<typeof buildTestApp>[0] = {}): Promise<Site> {
  const folder = makeConsoleFolder([makeAreaBuild(BUNDLED)]);
  const app = await buildTestApp({
    ...options,
    environment: { AREA_OVERRIDES: 'true', ...options.environment, CONSOLE_DIR: folder },
    console: (server, ctx) =>
      registerConsole(server, { root: folder, now: ctx.now, platform: areaPlatform(ctx) }),
  });
  onTestFinished(() => app.close());
  const clients = {
    user: app.as('user'),
    other: app.as('other'),
    admin: app.as('admin'),
    root: app.as('root'),
  };
  return { app, as: (actor) => clients[actor] };
}

async function pageOf(browser: TestClient) {
  const { text, headers } = await browser.send('GET', '/log');
  const [, data = '{}'] = /id="console-registry">(.*?)<\/script>/.exec(text) ?? [];
  return {
    registry: JSON.parse(data) as RegistrySnapshot,
    policy: String(headers['content-security-policy']),
    integrity: headers['integrity-policy'],
  };
}
