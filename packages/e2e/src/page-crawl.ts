import { expect, type Page } from '@playwright/test';
import type { RegistrySnapshot, RouteContribution } from '@tollgate/contract';
import { findViolations } from './page-checks.ts';

export const MISSING = '/nothing/here';
export const publicPages = ['/', '/about', '/login', '/register', '/reset', '/user/reset', MISSING];

/** Returns the pages that areas contribute. */
export async function contributedRoutes(url: string): Promise<RouteContribution[]> {
  const registry = (await (await fetch(`${url}/api/console/registry`)).json()) as RegistrySnapshot;
  return registry.areas.flatMap(({ contributes }) => contributes.routes);
}

/** Returns an address for every route; an id is that of the first record. */
export function addressOf({ path }: RouteContribution): string {
  return path.replace(/:\w+/g, '1').replace('/*', '');
}

/** Waits until the page has a heading and nothing is loading. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.arco-skeleton, [aria-busy="true"]')).toHaveCount(0);
}

/** Longer than a color takes to change. */
const SETTLE_MS = 500;

/**
 * Returns the axe violations of the page without its animations. Where it finds any it looks twice: a button that
 * becomes usable is between two colors for a moment.
 */
export async function violations(page: Page): Promise<string[]> {
  const found = await lookAtRest(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(SETTLE_MS);
  return lookAtRest(page);
}

async function lookAtRest(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
  return findViolations(page);
}

/** A desk, a tablet, a phone and a desk at 400 %; with `TEST_ALL=1` also those between them. */
const widths = process.env.TEST_ALL ? [1280, 768, 600, 390, 360, 320] : [1280, 768, 390, 320];

/** Ends at the width of the desk, with which the next page begins. */
export async function expectToFit(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => scrollWidth(page), { message: path }).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

function scrollWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
