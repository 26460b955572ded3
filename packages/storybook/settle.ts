import type { Page } from '@playwright/test';

/** Waits for the fonts, and ends running animations. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(endMotion);
}

/** Runs in the page. A busy machine draws few frames, and a color transition would be caught halfway. */
async function endMotion(): Promise<void> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
}
