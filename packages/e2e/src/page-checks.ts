import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';

/** How a page is looked at. */
export interface Look {
  language: 'en' | 'zh';
  theme: 'light' | 'dark';
  width: number;
}

/** Both languages, both themes, a desk and a phone. */
export const looks: readonly Look[] = [
  { language: 'en', theme: 'light', width: 1280 },
  { language: 'zh', theme: 'dark', width: 1280 },
  { language: 'zh', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 390 },
];

export interface Signed {
  /** `name=value`. */
  cookie: string;
  user: object;
}

/** A page of its own context, looked at so, as somebody who is signed in or as a visitor. */
export async function openLook(browser: Browser, url: string, look: Look, who?: Signed): Promise<Page> {
  const { language, theme, width } = look;
  const context = await browser.newContext({
    viewport: { width, height: width > 600 ? 800 : 844 },
    baseURL: url,
    reducedMotion: 'reduce' as const,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const [name = '', value = ''] = who?.cookie.split('=') ?? [];
  if (who) await context.addCookies([{ name, value, url }]);
  await context.addInitScript((stored) => Object.assign(localStorage, stored), {
    'theme-mode': theme,
    i18nextLng: language,
    ...(who && { user: JSON.stringify(who.user) }),
  });
  return context.newPage();
}

/** Nothing that axe finds, and nothing that makes the page scroll sideways. */
export async function expectSound(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width);
  await expect.poll(() => violationsOf(page), { timeout: 15_000 }).toEqual([]);
}

/** Asked until the page has come to rest: a menu that still closes, or a colour on its way, is not the page. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${page.url()} ${id} ${nodes[0]?.html}`);
}

/** Errors of the page and everything that the content policy refused. */
export function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  return problems;
}
