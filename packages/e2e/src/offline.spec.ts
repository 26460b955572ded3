import { type AreaId, areaOf, comeAs, expectSamePage, follow, markPage, noticeOf, PAGES } from './areas.ts';
import { goOffline, goOnline } from './connection.ts';
import { makeConsoleRoot } from './console-root.ts';
import { expect, type Page, test } from './journey.ts';
import { type OpenedConsole, openConsole } from './opened-console.ts';
import { listenForProblems } from './page-checks.ts';

// Areas that are opened while the network is away, or while files do not arrive.
test.describe.configure({ timeout: 180_000 });
test.use({
  expectedLines: /Loading CSS chunk|Failed to load resource|preloaded using link preload but not used/,
});

let opened: OpenedConsole;
test.beforeAll(async () => {
  test.setTimeout(240_000); // the gateway has to start
  opened = await openConsole(makeConsoleRoot({ badges: false }));
});
test.afterAll(() => opened.stop());

const areas = ['logs', 'admin-channels', 'admin-settings', 'playground'] as const satisfies AreaId[];

for (const id of areas)
  test(`${id}, opened offline, loads by itself once the connection is back`, async ({ page, context }) => {
    await openTokens(page);
    await goOffline(context);
    await follow(page, PAGES[id]);
    await expect(noticeOf(page, id)).toBeVisible({ timeout: 30_000 });
    await goOnline(context);
    await expectLoaded(page, id);
  });

for (const id of ['admin-settings', 'playground'] as const)
  test(`one press of "Try again" loads ${id} after its files did not arrive`, async ({ page }) => {
    await openTokens(page);
    await page.route(`**/assets/areas/${id}/**`, (route) => route.abort());
    await follow(page, PAGES[id]);
    await expect(noticeOf(page, id)).toBeVisible({ timeout: 30_000 });
    await page.unroute(`**/assets/areas/${id}/**`);
    await noticeOf(page, id).getByRole('button', { name: 'Try again' }).click();
    await expectLoaded(page, id);
  });

for (const id of areas)
  test(`${id} loads again after a part that the shell shares did not arrive`, async ({ page }) => {
    const problems = listenForProblems(page);
    await openTokens(page);
    await page.route('**/assets/shell/**', (route) => route.abort());
    await follow(page, PAGES[id]);
    // It needs no part that is not here yet, or cannot be shown without.
    const shown = areaOf(page, id).getByRole('heading', { level: 1 }).or(noticeOf(page, id));
    await expect(shown.first()).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/assets/shell/**');
    if (await noticeOf(page, id).isVisible())
      await noticeOf(page, id).getByRole('button', { name: 'Try again' }).click();
    await expectLoaded(page, id);
    expect(problems.filter((line) => line.includes('TypeError'))).toEqual([]);
  });

async function openTokens(page: Page): Promise<void> {
  await comeAs(page, opened.product.url, opened.api);
  await page.goto(`${opened.product.url}/token`);
  await expect(areaOf(page, 'user').getByRole('heading').first()).toBeVisible({ timeout: 60_000 });
  await markPage(page);
}

async function expectLoaded(page: Page, id: AreaId): Promise<void> {
  await expect(areaOf(page, id).getByRole('heading', { level: 1 })).toBeVisible();
  await expectSamePage(page);
}
