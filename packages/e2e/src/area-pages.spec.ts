import type { BuildRef } from '@tollgate/contract';
import { areaOf, follow, listenToReports, noticeOf } from './areas.ts';
import { answerAsRoot, getArea, readRegistry, startConsoleFiles } from './console-files.ts';
import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { deriveBuild, throwsAtRender } from './derived-build.ts';
import { damagedFiles, expect, type Page, type Route, test } from './journey.ts';

/** The loader gives up after 8.5 seconds; the rest is room for a busy machine. */
const LOAD_TIMEOUT_MS = 40_000;
const BROKEN = 'bbbbbbbbb1';

test.use({ expectedLines: new RegExp(`${damagedFiles.source}|^Error: Minified React error #31`) });

let site: Awaited<ReturnType<typeof startConsoleFiles>>;
let files: ReturnType<typeof makeConsoleRoot>;
let build: BuildRef;

test.beforeAll(async () => {
  files = makeConsoleRoot({ withEarlierBuildOf: 'logs' });
  deriveBuild(files.root, 'playground', { buildId: BROKEN, newest: true, edit: throwsAtRender });
  site = await startConsoleFiles(files.root);
  build = getArea(await readRegistry(site.url), 'logs').active as BuildRef;
});
test.afterAll(async () => {
  await site.stop();
  files.remove();
});
test.beforeEach(({ context }) => answerAsRoot(context));

const earlier = (page: Page) => page.locator(`section[data-area="logs"][data-build="${EARLIER}"]`);

/**
 * Each damage on one of the two ways to a page, which share the loader, so that each way has three; on both with
 * `TEST_ALL=1`.
 */
const isTried = (turn: number, way: number) => Boolean(process.env.TEST_ALL) || turn % 2 === way;

for (const [turn, [name, kind, damage]] of (
  [
    ['a script of the page is missing', 'js', missing],
    ['a script of the page was tampered with', 'js', tampered],
    ['a script of the page hangs', 'js', hanging],
    ['a stylesheet of the page is missing', 'css', missing],
    ['a stylesheet of the page was tampered with', 'css', tampered],
    ['a stylesheet of the page hangs', 'css', hanging],
  ] as const
).entries()) {
  if (isTried(turn, 0))
    test(`the earlier build is shown in one go when ${name}`, async ({ page }) => {
      await page.route((address) => isPageFile(address.pathname, kind), damage);
      // The page names its files in its head: while one hangs there is no load event.
      await page.goto(`${site.url}/log`, { waitUntil: 'commit' });
      await expect(earlier(page).getByRole('heading', { level: 1 })).toBeVisible({
        timeout: LOAD_TIMEOUT_MS,
      });
      await expect(page).toHaveURL(`${site.url}/log`);
    });

  if (isTried(turn, 1))
    test(`the earlier build is shown on the way within an area when ${name}`, async ({ page }) => {
      await page.goto(`${site.url}/task`);
      await expect(areaOf(page, 'logs')).toHaveAttribute('data-build', build.buildId);
      await page.route((address) => isPageFile(address.pathname, kind), damage);
      await follow(page, '/log');
      await expect(earlier(page).getByRole('heading', { level: 1 })).toBeVisible({
        timeout: LOAD_TIMEOUT_MS,
      });
    });
}

test('a build that never draws a frame gives way to the good one without a click', async ({ page }) => {
  const reports = listenToReports(page);
  await page.goto(`${site.url}/playground`);
  const area = areaOf(page, 'playground');
  await expect(area.getByRole('heading', { level: 1 })).toBeVisible({ timeout: LOAD_TIMEOUT_MS });
  await expect(area).not.toHaveAttribute('data-build', BROKEN);
  await expect(noticeOf(page, 'playground')).toHaveCount(0);
  await expect.poll(() => reports.troubles('playground')).toEqual([]);
});

test('styles of an area reach its drawers and menus, and nothing outside of it', async ({ page }) => {
  await page.goto(`${site.url}/channel`);
  await expect(areaOf(page, 'admin-channels')).toBeVisible();
  await page.goto(`${site.url}/channel/add`);
  const numbers = page.locator('.channel-numbers');
  await expect(numbers).toBeAttached();
  expect(await numbers.evaluate((element) => getComputedStyle(element).display)).toBe('grid');
  const copied = await page.evaluate(() => {
    const copy = document.createElement('div');
    copy.className = 'channel-numbers';
    document.querySelector('nav')?.append(copy);
    return getComputedStyle(copy).display;
  });
  expect(copied).toBe('block');
});

/** Files that only the page /log needs: `/task` shares others. */
function isPageFile(file: string, kind: 'js' | 'css'): boolean {
  const others = new Set((build.pages?.['/task'] ?? []).map(({ url }) => url));
  const own = (build.pages?.['/log'] ?? []).filter(({ url }) => url.endsWith(`.${kind}`) && !others.has(url));
  return own.some(({ url }) => url === file);
}

function missing(route: Route): Promise<void> {
  return route.fulfill({ status: 404, body: 'Not found' });
}

async function tampered(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n/* tampered */` });
}

async function hanging(): Promise<void> {
  // Never responds.
}
