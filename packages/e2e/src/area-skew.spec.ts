import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { satisfiesHostApi } from '@tollgate/contract';
import {
  areaIds,
  areaOf,
  comeAs,
  expectSamePage,
  follow,
  markPage,
  noticeOf,
  openArea,
  PAGES,
  refreshRegistry,
} from './areas.ts';
import type { ConsoleApi } from './console-api.ts';
import { getArea, readRegistry } from './console-files.ts';
import { makeConsoleRoot } from './console-root.ts';
import { deriveBuild, newestManifest } from './derived-build.ts';
import { expect, type Page, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { listenForProblems } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { STORED_API, unpackStored } from './stored-console.ts';

const EARLIER = 'ccccccccc1';
const LATER = 'ccccccccc2';

let files: ReturnType<typeof makeConsoleRoot>;
let product: Product;
let api: ConsoleApi;

test.describe.configure({ mode: 'serial' });
test.setTimeout(180_000);
test.afterEach(async () => {
  await product.stop();
  files.remove();
});

test("yesterday's areas run in today's shell in one page without console messages", async ({ page }) => {
  files = makeConsoleRoot({ areas: false });
  unpackStored(files.root, ['areas']);
  await start();
  const problems = listenForProblems(page);
  await enter(page, '/token');
  for (const id of areaIds) {
    await openArea(page, id);
    await expect(areaOf(page, id).getByRole('heading').first()).toBeVisible();
  }
  expect(problems).toEqual([]);
});

test("today's areas run in yesterday's shell when it fits, else the page gets yesterday's areas or a notice", async ({
  page,
}) => {
  files = makeConsoleRoot();
  unpackStored(files.root, ['shell']);
  await start();
  const today = Object.fromEntries(areaIds.map((id) => [id, newestManifest(files.root, id).compat.hostApi]));
  await enter(page, '/token');
  for (const id of areaIds) {
    await follow(page, PAGES[id]);
    const fits = satisfiesHostApi(today[id] ?? '', STORED_API);
    await expect(fits ? areaOf(page, id) : noticeOf(page, id)).toBeVisible();
    if (!fits)
      await expect(noticeOf(page, id).getByRole('heading')).toHaveText(
        /This page (needs an update|does not fit the console)/,
      );
  }

  unpackStored(files.root, ['areas']);
  await expect
    .poll(async () => (await readRegistry(product.url)).areas.map(({ state }) => state))
    .not.toContain('incompatible');
  await refreshRegistry(page);
  for (const id of areaIds) await openArea(page, id);
});

test('a tab from before an update keeps builds that fit its shell, and a later tab gets the new ones', async ({
  page,
  context,
}) => {
  files = makeConsoleRoot();
  await start();
  const now = getArea(await readRegistry(product.url), 'logs').active?.buildId ?? '';
  await enter(page, '/token');

  deriveBuild(files.root, 'logs', { buildId: LATER, hostApi: '^1.99', newest: true });
  const manifest = path.join(files.root, 'shell/dist/shell.manifest.json');
  const shell = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...shell, hostApi: '1.99.0' }));
  const chosen = async () => getArea(await readRegistry(product.url), 'logs').active?.buildId;
  await expect.poll(chosen).toBe(LATER);

  await refreshRegistry(page);
  await follow(page, '/log');
  await expect(areaOf(page, 'logs')).toHaveAttribute('data-build', now);
  await expectSamePage(page);
  const later = await context.newPage();
  await later.goto(`${product.url}/log`);
  await expect(areaOf(later, 'logs')).toHaveAttribute('data-build', LATER);
});

test('a new build waits until a half-filled form is left, then both builds run in one page', async ({
  page,
}) => {
  files = makeConsoleRoot();
  deriveBuild(files.root, 'user', { buildId: EARLIER });
  await start();
  const now = getArea(await readRegistry(product.url), 'user').active?.buildId ?? '';
  const promote = (build_id: string) =>
    api.send('PUT', '/api/console/areas/user/channels/stable', { build_id });
  await promote(EARLIER);
  await enter(page, '/token');
  await expect(areaOf(page, 'user')).toHaveAttribute('data-build', EARLIER);
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('half a rob');

  await promote(now);
  await refreshRegistry(page);
  await name.pressSequentially('ot');
  await expect(name).toHaveValue('half a robot');
  await expect(areaOf(page, 'user')).toHaveAttribute('data-build', EARLIER);
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  const created = page.getByRole('dialog', { name: 'Token “half a robot” created' });
  await expect(created.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /half a robot/ })).toBeVisible();

  await openArea(page, 'logs');
  await openArea(page, 'user');
  await expect(areaOf(page, 'user')).toHaveAttribute('data-build', now);
  await expect(page.getByRole('row', { name: /half a robot/ })).toBeVisible();
  const alive = await page.evaluate(() =>
    Object.keys(globalThis).filter((key) => key.startsWith('area_user__')),
  );
  expect(alive.sort()).toEqual([`area_user__${EARLIER}`, `area_user__${now}`].sort());
  await expectSamePage(page);
});

async function start(): Promise<void> {
  product = await startProduct({ CONSOLE_DIR: files.root, ...noLimits });
  api = await openAsRoot(product);
}

async function enter(page: Page, where: string): Promise<void> {
  await comeAs(page, product.url, api);
  await page.goto(product.url + where);
  await expect(page.locator('a[href="/log"]').first()).toBeVisible();
  await markPage(page);
}
