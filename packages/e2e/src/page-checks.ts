import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** Journeys go through these languages. Those that were added later have the same pages with other texts. */
export type JourneyLanguage = 'en' | 'zh';

/** Appearance of a page under test. */
export interface Look {
  language: JourneyLanguage;
  theme: 'light' | 'dark';
  width: number;
}

/** Both languages, both themes, a desktop and a phone. */
export const looks: readonly Look[] = [
  { language: 'en', theme: 'light', width: 1280 },
  { language: 'zh', theme: 'dark', width: 390 },
];

/**
 * For pages that shell-crawl.spec.ts also checks at a desk: with data, in Chinese, dark and on a phone. Both looks with
 * `TEST_ALL=1`.
 */
export const looksWithData: readonly Look[] = process.env.TEST_ALL ? looks : looks.slice(1);

/** Of journeys that do the same in each language, whose texts the crawl reads: Chinese, both with `TEST_ALL=1`. */
export const languagesOfJourneys: readonly JourneyLanguage[] = process.env.TEST_ALL ? ['en', 'zh'] : ['zh'];

export interface Signed {
  /** `name=value`. */
  cookie: string;
  user: object;
}

/** Opens a page in its own context with this look, signed in or as a visitor. */
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
  await context.addInitScript(
    (stored) => location.protocol === 'http:' && Object.assign(localStorage, stored),
    {
      'theme-mode': theme,
      i18nextLng: language,
      ...(who && { user: JSON.stringify(who.user) }),
    },
  );
  return context.newPage();
}

/**
 * Expects no axe violations and no horizontal scrolling. Axe only runs in Chromium: the process of a page in Firefox
 * ESR 153 ends with a segmentation fault when axe runs next to an open drawer.
 */
export async function expectNoFaults(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width);
  if (page.context().browser()?.browserType().name() !== 'chromium') return;
  // Repeated until the page is idle: a closing menu or a color transition would be reported.
  await expect.poll(() => findViolations(page), { timeout: 30_000 }).toEqual([]);
}

/**
 * Returns the axe violations of the current page, one sentence each: where, which rule, which element. AxeBuilder loads
 * a second page for every check, four fifths of its work, and is needed only for pages with frames.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const violations = page.frames().length > 1 ? await lookIntoFrames(page) : await lookAtPage(page);
  return violations.map(({ id, html }) => `${page.url()} ${id} ${html}`);
}

async function lookIntoFrames(page: Page): Promise<Violation[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })));
}

async function lookAtPage(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = { 'target-size': { enabled: true } }; // WCAG 2.2 AA, which axe leaves out by default
    // An open menu is outside all landmarks, as a dialog is.
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg';
    const checks = { region: { options: { regionMatcher } } };
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false, rules, checks });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })));
  });
}

interface Violation {
  id: string;
  html: string;
}

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Returns targets that are too small for a finger of 40 px. Links within a sentence may be as high as its line. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = 19;
    const missed: string[] = [];
    const pressed =
      'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="switch"]';
    for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
      const target =
        element.closest('label, .arco-input-inner-wrapper, .arco-select, .arco-picker') ?? element;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.matches('a') && getComputedStyle(element).display === 'inline') continue;
      target.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      if (width < 2 || height < 2) continue; // for screen readers only
      if (width >= 40 && height >= 40) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const meets = (dx: number, dy: number) => target.contains(document.elementFromPoint(x + dx, y + dy));
      if (!meets(0, 0)) continue; // covered by another element
      if (!meets(0, -reach) || !meets(0, reach) || !meets(-reach, 0) || !meets(reach, 0))
        missed.push(`${Math.round(width)}x${Math.round(height)} ${element.outerHTML.slice(0, 120)}`);
    }
    return missed;
  });
}

/** Collects page errors and CSP violations. */
export function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  const note = (text: string) => {
    if (!text.includes(HASH_OF_NOTHING) && text !== UNFINISHED) problems.push(text);
  };
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (line) => line.type() === 'error' && note(line.text()));
  return problems;
}

/** All that Firefox writes of a part of the page whose file it no longer wants as the page is left. */
const UNFINISHED = 'Error';
/** SHA-384 of no bytes. Firefox compares it with the hash of each file that it no longer wants as the page is left. */
const HASH_OF_NOTHING = 'OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb';
