import { test as base, type Page } from '@playwright/test';
import { finalPhase } from './stories.ts';

/**
 * Tests of stories, with one browser page for many of them: each story is a page load, but its scripts are fetched and
 * compiled once.
 */
export const test = base.extend<object, { storyPage: Page }>({
  storyPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        baseURL: storybookUrl,
        locale: 'en-US',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      // What an earlier story chose must not show in the next.
      await page.addInitScript(() => window === top && localStorage.clear());
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
});

const storybookUrl = `http://127.0.0.1:${process.env.STORYBOOK_PORT ?? 6106}`;

/** Draws a story as it is at first: light, English. Answers the errors that the page threw until then. */
export async function openStory(page: Page, id: string): Promise<string[]> {
  const errors: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  const hear = ({ message }: Error) => errors.push(message);
  page.on('pageerror', hear);
  // Storybook's own look at accessibility would only repeat ours.
  await page.goto(`/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`);
  const phase = await finalPhase(page);
  page.off('pageerror', hear);
  return phase === 'finished' ? errors : [`The story ended as ${phase}.`, ...errors];
}

/** Turns the toolbar of Storybook, without loading the page anew. */
export async function choose(page: Page, globals: { language: string; theme: string }): Promise<void> {
  await page.evaluate((next) => {
    const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as {
      __STORYBOOK_ADDONS_CHANNEL__: { emit(event: string, change: object): void };
    };
    channel.emit('updateGlobals', { globals: next });
  }, globals);
  await page.waitForFunction(
    ({ language, theme }) =>
      document.documentElement.lang.startsWith(language) && document.documentElement.dataset.theme === theme,
    globals,
  );
}
