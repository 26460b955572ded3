import type { Page } from '@playwright/test';
import { colors, type Theme } from '@tollgate/design-tokens';

/** One piece of text on screen: where it stands in pixels, and in which colour on which. */
export interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** `#rrggbb`, the text's and that of what is behind it. */
  color: string;
  background: string;
}

/**
 * Every visible text of the page in the order of the document, once the page has come to rest: the same at two looks, or
 * at many where something is still announced.
 */
export async function readLayout(page: Page): Promise<Piece[]> {
  let last = '';
  let sameLooks = 1;
  for (let attempt = 0; attempt < 60; attempt++) {
    await settle(page);
    const { pieces, isWaiting } = await page.evaluate(collect);
    const now = JSON.stringify(pieces);
    sameLooks = now === last ? sameLooks + 1 : 1;
    if (pieces.length > 0 && sameLooks >= (isWaiting ? 12 : 2)) return pieces;
    last = now;
    await page.waitForTimeout(150);
  }
  throw new Error('The page does not come to rest.');
}

/** Waits for the fonts, and ends what still fades or moves. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(endMotion);
}

/** The colours of a page by their names: `text on surface`. What is no token keeps its number. */
export function readColors(pieces: Piece[], theme: Theme): string[] {
  const names = new Map(
    Object.entries(colors[theme])
      .reverse()
      .map(([name, value]) => [value, name]),
  );
  const name = (color: string) => names.get(color) ?? color;
  return [...new Set(pieces.map(({ color, background }) => `${name(color)} on ${name(background)}`))].sort();
}

/** Runs in the page. A busy machine draws few frames, and a change of colour would be caught halfway. */
async function endMotion(): Promise<void> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
}

/** Runs in the page. */
function collect(): { pieces: Piece[]; isWaiting: boolean } {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.replace(/\s+/g, ' ').trim();
    const element = node.parentElement;
    if (!text || !element || element.closest('.sb-wrapper, script, style, noscript')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue; // for screen readers alone
    const [x, y, width, height] = [box.x, box.y + scrollY, box.width, box.height].map(Math.round) as [
      number,
      number,
      number,
      number,
    ];
    const color = toHex(getComputedStyle(element).color);
    pieces.push({ text: text.slice(0, 60).trim(), x, y, width, height, color, background: behind(element) });
  }
  return { pieces, isWaiting: document.querySelector('[class*="skeleton"], [aria-busy="true"]') !== null };

  function behind(element: Element): string {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const color = toHex(getComputedStyle(at).backgroundColor);
      if (color.length === 7) return color;
    }
    return '#ffffff';
  }

  /** Empty for what is transparent; with a share of transparency it stays as it is. */
  function toHex(color: string): string {
    const parts = color.match(/[\d.]+/g)?.map(Number) ?? [];
    if (!color.startsWith('rgb') || (parts[3] !== undefined && parts[3] < 1))
      return parts[3] === 0 ? '' : color;
    return `#${parts
      .slice(0, 3)
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
  }
}
