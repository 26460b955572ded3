import { addBrokenBuilds, type Cell, type Fault, faults, hideBrokenBuilds } from './area-faults.ts';
import {
  type AreaId,
  areaIds,
  areaOf,
  comeAs,
  degradedReasons,
  expectSamePage,
  follow,
  listenToReports,
  markPage,
  noticeOf,
  openArea,
  PAGES,
  refreshRegistry,
  tryAgain,
} from './areas.ts';
import { getArea, readRegistry } from './console-files.ts';
import { makeConsoleRoot } from './console-root.ts';
import { type BrowserContext, damagedFiles, expect, type Page, test } from './journey.ts';
import { type OpenedConsole, openConsole } from './opened-console.ts';

/** The loader gives up after 8.5 seconds; the rest is room for a busy machine. */
const LOAD_TIMEOUT_MS = 40_000;

test.use({ expectedLines: new RegExp(`${damagedFiles.source}|^Error: Minified React error #31`) });

let opened: OpenedConsole;

test.describe.configure({ mode: 'parallel' });
test.setTimeout(240_000);
test.beforeAll(async () => {
  // An area that is loaded for its count in the menu can no longer be lost.
  const files = makeConsoleRoot({ badges: false });
  addBrokenBuilds(files.root, areaIds);
  opened = await openConsole(files);
  await hideBrokenBuilds(opened.api, areaIds);
});
test.afterAll(() => opened.stop());

/**
 * Each fault in two areas, in turn, so that each area has several: the shell loads all areas alike. In each area with
 * `TEST_ALL=1`. Areas share a page, one after the other; slow faults have a page per area.
 */
for (const [turn, fault] of faults.entries()) {
  const inTurn = [...areaIds, ...areaIds].slice(turn % areaIds.length).slice(0, 2);
  const chosen = process.env.TEST_ALL ? areaIds : inTurn;
  test(`an area that ${fault.name} fails alone, is reported once, and recovers without a reload`, async ({
    context,
  }) => {
    if (fault.isSlow) {
      await Promise.all(
        chosen.map(async (id) => checkFault(fault, await openPage(context, otherAreaOf(id)), id)),
      );
      return;
    }
    for (const [alive, ids] of Map.groupBy(chosen, otherAreaOf)) {
      const page = await openPage(context, alive);
      for (const id of ids) await test.step(id, () => checkFault(fault, page, id));
    }
  });
}

/** Injects the fault into one area of a page and repairs it. */
async function checkFault(fault: Fault, page: Page, id: AreaId): Promise<void> {
  const { product, api } = opened;
  const build = getArea(await readRegistry(product.url), id).active as Cell['build'];
  const cell: Cell = { page, id, build, api };
  const alive = otherAreaOf(id);
  const reports = listenToReports(page);
  await openWithFault(fault, cell);

  await expect(noticeOf(page, id)).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
  await expect(noticeOf(page, id).getByRole('heading')).toHaveText(fault.heading);
  expect(new URL(page.url()).pathname).toBe(PAGES[id]);
  await expect.poll(() => reports.troubles(id)).toMatchObject(fault.report ? [fault.report] : []);
  expect(await degradedReasons(page, id)).toEqual(
    fault.report?.type === 'area.crash/v1' ? [] : [fault.reason],
  );

  await openArea(page, alive);
  await follow(page, PAGES[id]);
  await expect(noticeOf(page, id)).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
  await fault.repair(cell);
  await tryAgain(page, id, build.buildId);
  await expectSamePage(page);
}

/** Switches from another area to the one with the fault. */
async function openWithFault(fault: Fault, { page, id, ...cell }: Cell): Promise<void> {
  await openArea(page, fault.isOpen ? id : otherAreaOf(id));
  await fault.inject({ page, id, ...cell });
  await refreshRegistry(page);
  if (!fault.isOpen) await follow(page, PAGES[id]);
}

/** Returns the area to open before. A loaded area is in memory and can no longer be lost. */
function otherAreaOf(id: AreaId): AreaId {
  return id === 'user' ? 'logs' : 'user';
}

async function openPage(context: BrowserContext, first: AreaId): Promise<Page> {
  const { product, api } = opened;
  const page = await context.newPage();
  await comeAs(page, product.url, api);
  await expect(async () => {
    await page.goto(`${product.url}${PAGES[first]}`);
    await expect(areaOf(page, first)).toBeVisible({ timeout: 12_000 });
  }).toPass({ timeout: 80_000 });
  await markPage(page);
  return page;
}
