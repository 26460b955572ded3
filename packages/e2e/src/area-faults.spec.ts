import { expect, test } from '@playwright/test';
import { addBrokenBuilds, type Cell, type Fault, faults, hideBrokenBuilds } from './area-faults.ts';
import {
  type AreaId,
  areaIds,
  areaOf,
  askForNews,
  comeAs,
  degradedReasons,
  expectSamePage,
  follow,
  listenToReports,
  markPage,
  noticeOf,
  PAGES,
} from './areas.ts';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { getArea, readRegistry } from './console-files.ts';
import { makeConsoleRoot } from './console-root.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

/** The loader gives up after 8.5 seconds; the rest is room for a busy machine. */
const GIVES_UP_MS = 40_000;

let files: ReturnType<typeof makeConsoleRoot>;
let product: Product;
let api: ConsoleApi;

test.describe.configure({ mode: 'parallel' });
test.beforeAll(async ({ playwright }) => {
  files = makeConsoleRoot();
  addBrokenBuilds(files.root, areaIds);
  product = await startProduct({ CONSOLE_DIR: files.root });
  const request = await playwright.request.newContext();
  await openSite(product, request);
  await request.dispose();
  api = await signInByApi(product.url, root);
  await hideBrokenBuilds(api, areaIds);
});
test.afterAll(async () => {
  await product.stop();
  files.remove();
});

for (const fault of faults) {
  for (const id of areaIds) {
    test(`${id} ${fault.name}: it alone is out, is told once, and comes back without a reload`, async ({
      page,
    }) => {
      const build = getArea(await readRegistry(product.url), id).active as Cell['build'];
      const cell: Cell = { page, id, build, api };
      await comeAs(page, product.url, api);
      const reports = listenToReports(page);
      const other: AreaId = id === 'logs' ? 'user' : 'logs';

      await meet(fault, cell, other);
      await expect(page).toHaveURL(`${product.url}${PAGES[id]}`);
      await expect(noticeOf(page, id).getByRole('heading')).toHaveText(fault.heading);
      await expect.poll(() => reports.told(other)).not.toEqual([]);
      const troubles = async () => (await reports.told(id)).filter(({ type }) => type !== 'area.load/v1');
      await expect.poll(troubles).toMatchObject(fault.told ? [fault.told] : []);
      expect(await degradedReasons(page, id)).toEqual(
        fault.told?.type === 'area.crash/v1' ? [] : [fault.reason],
      );

      await follow(page, PAGES[other]);
      await expect(areaOf(page, other)).toBeVisible();

      await follow(page, PAGES[id]);
      await expect(noticeOf(page, id)).toBeVisible({ timeout: GIVES_UP_MS });
      await fault.mends(cell);
      await noticeOf(page, id).getByRole('button', { name: 'Try again' }).click();
      await expect(areaOf(page, id)).toHaveAttribute('data-build', build.buildId, { timeout: GIVES_UP_MS });
      await expectSamePage(page);
    });
  }
}

/** Leads a page with another area on screen to the fault. */
async function meet(fault: Fault, cell: Cell, other: AreaId): Promise<void> {
  const { page, id } = cell;
  if (!fault.isOpen) await fault.breaks(cell);
  await page.goto(`${product.url}${PAGES[other]}`);
  await expect(areaOf(page, other)).toBeVisible();
  await markPage(page);
  await follow(page, PAGES[id]);
  if (fault.isOpen) {
    await expect(areaOf(page, id)).toBeVisible();
    await fault.breaks(cell);
    await askForNews(page);
  }
  await expect(noticeOf(page, id)).toBeVisible({ timeout: GIVES_UP_MS });
}
