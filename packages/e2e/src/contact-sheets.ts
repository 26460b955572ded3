import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from '@tollgate/tooling/browser';
import { type Look, openLook, type Signed } from './page-checks.ts';
import { addressOf, contributedRoutes, open, publicPages } from './page-crawl.ts';
import { type Place, rootPlaces } from './places.ts';
import { openRealisticSite } from './realistic-site.ts';

/**
 * Takes pictures of every page as root and as a visitor, in each look, also in forced colors and for paper:
 * `node packages/e2e/src/contact-sheets.ts [--quick] <folder> [parts of names]`, after a build. `--quick` takes them only
 * in the first look. Prints which pages are wider than their window. For people who review the console by looking at it.
 */
const isQuick = process.argv.includes('--quick');
const [folder = 'contact-sheets', ...wanted] = process.argv.slice(2).filter((text) => text !== '--quick');
/** 320 px are 1280 px enlarged to 400 %. */
const WIDTHS = [320, 390, 768, 1280, 1920];
const LOOKS: readonly Omit<Look, 'width'>[] = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
  { language: 'zh', theme: 'light' },
  { language: 'en', theme: 'dark' },
];

mkdirSync(folder, { recursive: true });
const site = await openRealisticSite();
const browser = await chromium.launch(browserOptions());
try {
  const routes = (await contributedRoutes(site.url)).map(addressOf).filter((route) => route !== '/setup');
  const pages = ['/status', ...routes].map(asPlace);
  for (const look of isQuick ? LOOKS.slice(0, 1) : LOOKS) {
    await visit(browser, look, [...pages, ...rootPlaces], site.root);
    await visit(browser, look, publicPages.map(asPlace));
  }
} finally {
  await Promise.all([browser.close(), site.stop()]);
}

async function visit(
  from: Browser,
  look: Omit<Look, 'width'>,
  places: readonly Place[],
  who?: Signed,
): Promise<void> {
  const page = await openLook(from, site.url, { ...look, width: 1280 }, who);
  for (const place of places.filter(isWanted)) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, place.path)
      .then(() => place.open?.(page))
      .catch((error: Error) => console.log(`${place.name}: ${error.message.split('\n')[0]}`));
    const name = `${place.name.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${look.language}-${look.theme}`;
    for (const width of WIDTHS) await take(page, width, `${name}-${width}`);
    if (look !== LOOKS[0]) continue;
    await page.emulateMedia({ forcedColors: 'active' });
    await take(page, 1280, `${name}-forced`);
    await page.emulateMedia({ forcedColors: null, media: 'print' });
    await take(page, 794, `${name}-paper`);
    await page.emulateMedia({ media: null });
  }
  await page.context().close();
}

function isWanted({ name }: Place): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

function asPlace(at: string): Place {
  return { path: at, name: at };
}

async function take(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: width > 600 ? 900 : 844 });
  await page.waitForTimeout(300); // lists and charts follow the width
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) console.log(`${name}: ${overflow} px wider than the window`);
}
