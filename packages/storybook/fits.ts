import type { Page } from '@playwright/test';
import { settle } from './settle.ts';
import { choose, type Toolbar } from './story-page.ts';

type Look = Toolbar & { width: number };

/** Where every story begins. */
const DESK: Look = { language: 'en', theme: 'light', width: 1280 };
/** The theme does not affect the layout. English texts are the longest, on a phone they have the least room. */
const looks: readonly Look[] = [
  { language: 'en', theme: 'light', width: 390 },
  ...(process.env.TEST_ALL ? [{ language: 'zh', theme: 'light', width: 390 } as const] : []),
  { language: 'zh', theme: 'light', width: 1280 },
  ...(process.env.TEST_ALL ? [DESK] : []),
];
const ATTEMPTS = 20;
const PAUSE_MS = 250;

/**
 * Returns what does not fit, as sentences; empty when everything fits.
 *
 * @param isFirst of its title: looked at on a phone and a desktop, others with `TEST_ALL=1` alone
 */
export async function findLayoutFaults(page: Page, isFirst: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const look of isFirst || process.env.TEST_ALL ? looks : looks.slice(0, 1)) {
    await turnTo(page, look);
    const faults = await waitUntilFits(page);
    found.push(...faults.map((misfit) => `${look.language} ${look.width}: ${misfit}`));
  }
  await turnTo(page, DESK);
  return found;
}

async function turnTo(page: Page, { width, ...toolbar }: Look): Promise<void> {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
  await choose(page, toolbar);
}

/** Repeats the check while a busy machine is still rendering. */
async function waitUntilFits(page: Page): Promise<string[]> {
  let misfits: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await settle(page);
    misfits = await readLayoutFaults(page);
    if (misfits.length === 0) return [];
    await page.waitForTimeout(PAUSE_MS);
  }
  return misfits.slice(0, 10);
}

/** Returns texts of the current page that are cut or covered, and whether the page is wider than its window. */
export function readLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(collect);
}

/** Runs in the page. */
function collect(): string[] {
  const misfits: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) misfits.push(`the page is ${scrollWidth} px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.replace(/\s+/g, ' ').trim().slice(0, 60);
    if (!text || !element || element.closest('.sb-wrapper, script, style, noscript, svg')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const misfit = cut(element) ?? covered(element, node);
    if (misfit) misfits.push(`“${text}” ${misfit}`);
  }
  return misfits;

  /** Reports a text that is cut at the edge of its box without an ellipsis. */
  function cut(element: HTMLElement): string | undefined {
    const { overflowX, textOverflow, whiteSpace } = getComputedStyle(element);
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
    if (!isCut || !['hidden', 'clip'].includes(overflowX)) return undefined;
    return textOverflow === 'ellipsis' || whiteSpace.startsWith('pre') ? undefined : 'is cut';
  }

  /** Reports a text covered by an element that is neither its ancestor nor a layer above the page. */
  function covered(element: HTMLElement, node: Node): string | undefined {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = visiblePart(element, range.getClientRects()[0]);
    if (!box) return undefined;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!top || top.contains(element) || element.contains(top)) return undefined;
    if (isAbove(top, element)) return undefined;
    return `is covered by “${(top.textContent ?? '').trim().slice(0, 40)}” (${top.className})`;
  }

  /** Returns nothing for content that is for screen readers only, or scrolled out of sight. */
  function visiblePart(element: HTMLElement, rect: DOMRect | undefined) {
    if (!rect) return undefined;
    let { left, top, right, bottom } = rect;
    for (let at: HTMLElement | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const edge = at.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    return right - left > 4 && bottom - top > 4 ? { left, top, right, bottom } : undefined;
  }

  /** Dialogs, menus and sticky elements cover texts on purpose. */
  function isAbove(top: Element, element: Element): boolean {
    for (let at: Element | null = top; at && !at.contains(element); at = at.parentElement)
      if (
        ['fixed', 'sticky'].includes(getComputedStyle(at).position) ||
        at.matches('[role="dialog"], [class*="popup"]')
      )
        return true;
    return false;
  }
}
