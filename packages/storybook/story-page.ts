import { test as base, type Page } from '@playwright/test';
import type { Language } from '@tollgate/contract';
import type { Theme } from '@tollgate/design-tokens';

/** Tests of stories, with one browser page for many of them. Its clock is fixed, because stories show times. */
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
      await page.clock.setFixedTime(new Date('2026-03-14T09:26:53Z'));
      // Stored choices of an earlier story must not affect the next.
      await page.addInitScript(() => window === top && localStorage.clear());
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
});

const storybookUrl = `http://127.0.0.1:${process.env.STORYBOOK_PORT ?? 6106}`;

/** The toolbar of Storybook. */
export interface Toolbar {
  language: Language;
  theme: Theme;
}

/**
 * Opens a story and runs a check. Returns the errors that the page threw while rendering and the complaints
 * of the check. The story renders in the page of the previous story, as by a click in Storybook's menu, which
 * takes a quarter of a page load. After a complaint the page is reloaded and checked again, and only that
 * result counts, so that leftovers of an earlier story do not matter.
 */
export async function complaintsAbout(
  page: Page,
  id: string,
  look: () => Promise<string[]>,
): Promise<string[]> {
  const hasPassed = await switchTo(page, id)
    .then(async (errors) => errors.length === 0 && (await look()).length === 0)
    .catch(() => false);
  if (hasPassed) return [];
  return [...(await loadStory(page, id)), ...(await look())];
}

/** Renders a story in a new page load, light and English. Returns the errors that the page threw. */
export function loadStory(page: Page, id: string): Promise<string[]> {
  return drawing(page, id, async () => {
    // Storybook's own accessibility check would only repeat ours.
    await page.goto(`/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`);
  });
}

/** Renders a story in the current page and theme; does nothing when it is already shown. */
async function switchTo(page: Page, id: string): Promise<string[]> {
  const shown = await page.evaluate(shownStory).catch(() => undefined);
  if (shown === undefined) return loadStory(page, id);
  if (shown === id) return [];
  return drawing(page, id, () =>
    page.evaluate((storyId) => {
      localStorage.clear();
      sessionStorage.clear();
      scrollTo(0, 0);
      const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook;
      channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
    }, id),
  );
}

async function drawing(page: Page, id: string, draw: () => Promise<void>): Promise<string[]> {
  const errors: string[] = [];
  const hear = ({ message }: Error) => errors.push(message);
  await page.setViewportSize({ width: 1280, height: 800 });
  page.on('pageerror', hear);
  await draw();
  const phase = await (await page.waitForFunction(finalPhase, id, { timeout: 30_000 })).jsonValue();
  page.off('pageerror', hear);
  return phase === 'finished' ? errors : [`The story ended as ${phase}.`, ...errors];
}

/** Changes Storybook's toolbar without reloading the page. */
export async function choose(page: Page, globals: Toolbar): Promise<void> {
  await page.evaluate((next) => {
    const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook;
    channel.emit('updateGlobals', { globals: next });
  }, globals);
  await page.waitForFunction(
    ({ language, theme }) =>
      document.documentElement.lang.startsWith(language) && document.documentElement.dataset.theme === theme,
    globals,
  );
}

export function shownTheme(page: Page): Promise<Theme> {
  return page.evaluate(() => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'));
}

/** Runs in the page. */
function shownStory(): string | undefined {
  return (globalThis as unknown as Partial<Storybook>).__STORYBOOK_PREVIEW__?.currentRender?.id;
}

/** Runs in the page. Returns the final phase of the story: `finished` on success. */
function finalPhase(id: string): string | undefined {
  const render = (globalThis as unknown as Partial<Storybook>).__STORYBOOK_PREVIEW__?.currentRender;
  if (document.body.classList.contains('sb-show-errordisplay')) return 'errored';
  if (render?.id !== id) return undefined;
  return render.phase && ['finished', 'errored', 'aborted'].includes(render.phase) ? render.phase : undefined;
}

interface Storybook {
  __STORYBOOK_ADDONS_CHANNEL__: { emit(event: string, change: object): void };
  __STORYBOOK_PREVIEW__: { currentRender?: { id?: string; phase?: string } };
}
