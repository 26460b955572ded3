import { expect, type Locator, type Page } from '@playwright/test';
import type { Signed } from './page-checks.ts';

/** One page of each area, from root's menu. */
export const PAGES = {
  'admin-channels': '/channel',
  'admin-settings': '/setting',
  logs: '/log',
  playground: '/playground',
  user: '/token',
} as const;

export type AreaId = keyof typeof PAGES;
export const areaIds = Object.keys(PAGES) as AreaId[];

/** The area on screen, in any build. */
export function areaOf(page: Page, id: string): Locator {
  return page.locator(`section[data-area="${id}"][data-build]`);
}

/** The notice shown for an area that cannot be loaded. */
export function noticeOf(page: Page, id: string): Locator {
  return page.locator(`[data-testid="area-degraded"][data-area="${id}"]`);
}

/** Goes to a page like a menu entry: through the router, without a reload. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]`).first().click();
  await expect(page).toHaveURL((url) => url.pathname === path);
}

/** Also waits for the area. */
export async function openArea(page: Page, id: AreaId): Promise<void> {
  await follow(page, PAGES[id]);
  await expect(areaOf(page, id)).toBeVisible();
}

/** Presses "Try again" until the build is there: on a busy machine the loader may give up once more. */
export async function tryAgain(page: Page, id: AreaId, buildId: string): Promise<void> {
  const button = noticeOf(page, id).getByRole('button', { name: 'Try again' });
  await expect(async () => {
    // It may recover at this very moment.
    if (await button.isVisible()) await button.click({ timeout: 2000 });
    await expect(areaOf(page, id)).toHaveAttribute('data-build', buildId, { timeout: 12_000 });
  }).toPass({ timeout: 80_000 });
}

/** Signs the pages of a context in as this user. */
export async function comeAs(page: Page, url: string, { cookie, user }: Signed): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url }]);
  await page.addInitScript(
    (stored) => location.protocol === 'http:' && localStorage.setItem('user', stored),
    JSON.stringify(user),
  );
}

/** Marks the page, so that a reload can be detected. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
}

export async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isSamePage' in globalThis), 'the page was reloaded').toBe(true);
}

/** Makes the page load the current registry, by simulating that the network is back. */
export async function refreshRegistry(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/console/registry'));
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
  await (await answered).finished();
}

export interface SentReport {
  type: string;
  area: string;
  buildId: string;
  class?: string;
}

/**
 * Records a page's reports to the gateway about failed areas. Reading them makes the page send its pending
 * ones.
 */
export function listenToReports(page: Page): { troubles(area: string): Promise<SentReport[]> } {
  const all: SentReport[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/console/telemetry') return;
    all.push(...(request.postDataJSON() as { events: SentReport[] }).events);
  });
  return {
    async troubles(area) {
      await page.evaluate(() => {
        // Simulates switching to another tab.
        const hidden = { configurable: true, get: () => 'hidden' };
        Object.defineProperty(document, 'visibilityState', hidden);
        document.dispatchEvent(new Event('visibilitychange'));
        Reflect.deleteProperty(document, 'visibilityState');
      });
      return all.filter((event) => event.area === area && /^area\.(failure|crash)\//.test(event.type));
    },
  };
}

/** Returns the loader's last entries about a failed area, from the browser's timeline. */
export async function degradedReasons(page: Page, area: string): Promise<(string | undefined)[]> {
  return await page.evaluate((name) => {
    const marks = performance.getEntriesByName(name, 'mark') as PerformanceMark[];
    return marks.map(({ detail }) => (detail as { reason?: string }).reason);
  }, `${area}:area.degraded/v1`);
}
