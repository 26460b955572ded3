import { type AreaId, areaOf, comeAs, follow, PAGES } from './areas.ts';
import { makeConsoleRoot } from './console-root.ts';
import { expect, type Page, test } from './journey.ts';
import { type OpenedConsole, openConsole } from './opened-console.ts';

let opened: OpenedConsole;

test.setTimeout(120_000);
test.beforeAll(async () => {
  opened = await openConsole(makeConsoleRoot({ badges: false }));
});
test.afterAll(() => opened.stop());

for (const id of ['logs', 'admin-channels', 'admin-settings'] as const satisfies AreaId[])
  test(`after hovering its entry, a click renders ${id} without requesting code or showing a loading state`, async ({
    page,
  }) => {
    const { product, api } = opened;
    await comeAs(page, product.url, api);
    await page.goto(`${product.url}/token`);
    // The very first page waits until the gateway has compressed its files.
    await expect(areaOf(page, 'user').getByRole('heading').first()).toBeVisible({ timeout: 60_000 });
    await restOn(page, PAGES[id]);

    await page.evaluate(watchSwitch);
    await follow(page, PAGES[id]);
    await expect(areaOf(page, id).getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as Watched).watched)).toEqual({
      isDrawn: true,
      requestedCode: [],
      wasLoading: false,
    });
  });

/**
 * Hovers until everything has arrived: the code and texts of the area, the page, and pending files of the
 * previous page.
 */
async function restOn(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]`).first().hover();
  await page.waitForLoadState('networkidle');
  const containers = () =>
    page.evaluate(() => Object.keys(globalThis).filter((key) => /^area_\w+__[0-9a-f]{10}$/.test(key)).length);
  await expect.poll(containers).toBe(2);
  // What the shell fetches at leisure after the page is no part of a switch.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(LEISURE_MS);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

const LEISURE_MS = 5000;

interface Watched {
  /** Recorded before the heading of the page appeared. */
  watched: { isDrawn: boolean; requestedCode: string[]; wasLoading: boolean };
}

/** Runs in the page. The title that the shell shows while a page loads does not count. */
function watchSwitch(): void {
  const watched: Watched['watched'] = { isDrawn: false, requestedCode: [], wasLoading: false };
  Object.assign(globalThis, { watched });
  const before = performance.getEntriesByType('resource').length;
  const earlierFiles = new Set(filesInPage());
  const content = document.getElementById('content') as HTMLElement;
  const old = content.querySelector('h1');
  new MutationObserver((_, observer) => {
    if (content.querySelector('[aria-busy="true"] h1')) watched.wasLoading = true;
    const heading = content.querySelector('h1:not([aria-busy="true"] h1)');
    if (!heading || heading === old) return;
    observer.disconnect();
    const requestedUrls = performance
      .getEntriesByType('resource')
      .slice(before)
      .map(({ name }) => name);
    // Pending files are not yet in the timeline.
    const underway = filesInPage().filter((url) => !earlierFiles.has(url));
    watched.requestedCode = [...requestedUrls, ...underway].filter((url) => /\.(js|css)$/.test(url));
    watched.isDrawn = true;
  }).observe(content, { childList: true, subtree: true });

  function filesInPage(): string[] {
    const tags = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]');
    return [...tags].map((tag) => ('src' in tag ? tag.src : tag.href));
  }
}
