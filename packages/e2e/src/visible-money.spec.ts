import { type Page, expect as standard, test } from './journey.ts';
import { type Look, openLook } from './page-checks.ts';
import { addressOf, contributedRoutes, open, publicPages } from './page-crawl.ts';
import { openRealisticSite, type RealisticSite } from './realistic-site.ts';

// No page scrolls sideways and none hides an amount, on a site with data, from a small phone to a wide desk. With
// `TEST_ALL=1` in all looks and widths, else in one look where layouts change.
const isWhole = Boolean(process.env.TEST_ALL);
const widths = isWhole ? [1920, 1280, 1024, 768, 690, 640, 390, 360] : [1920, 690, 360];
const looks: readonly Omit<Look, 'width'>[] = isWhole
  ? [
      { language: 'en', theme: 'light' },
      { language: 'zh', theme: 'dark' },
    ]
  : [{ language: 'en', theme: 'light' }];

/** What each list names its amounts: a column of a table or a fact of a record. */
const amounts: Readonly<Record<string, Record<Look['language'], readonly string[]>>> = {
  '/pricing': { en: ['Input / 1M', 'Output / 1M'], zh: ['输入 / 1M', '输出 / 1M'] },
  '/prices': {
    en: ['Input / 1M', 'Output / 1M', 'Cached / 1M'],
    zh: ['输入 / 1M', '输出 / 1M', '缓存 / 1M'],
  },
  '/log': { en: ['Cost'], zh: ['费用'] },
  '/token': { en: ['Remaining'], zh: ['剩余额度'] },
  '/channel': { en: ['Spend / balance'], zh: ['消费 / 余额'] },
  '/user': { en: ['Balance and usage'], zh: ['余额与用量'] },
  '/redemption': { en: ['Quota'], zh: ['额度'] },
  '/topup': { en: ['Amount', 'Balance after'], zh: ['金额', '变动后余额'] },
  '/user/statement/1': { en: ['Amount', 'Balance after'], zh: ['金额', '变动后余额'] },
  '/margin': { en: ['Revenue', 'Cost', 'Margin'], zh: ['收入', '成本', '利润'] },
};

/** Layouts follow the width within their next frames. */
const expect = standard.configure({ timeout: 10_000, soft: true });

test.setTimeout(isWhole ? 1_800_000 : 300_000);
test.use({ actionTimeout: 30_000, expectedLines: /404 \(Not Found\)/ });

let site: RealisticSite;
test.beforeAll(async () => {
  test.setTimeout(300_000); // a site with data
  site = await openRealisticSite();
});
test.afterAll(() => site.stop());

for (const look of looks)
  for (const who of ['root', 'a visitor'])
    test(`no page is wider than the window or hides an amount from ${who}, ${look.theme}, ${look.language}`, async ({
      browser,
    }) => {
      const isRoot = who === 'root';
      const routes = (await contributedRoutes(site.url)).filter(({ path }) => path !== '/setup');
      const paths = isRoot ? ['/status', ...routes.map(addressOf)] : ['/status', ...publicPages, '/pricing'];
      const page = await openLook(
        browser,
        site.url,
        { ...look, width: 1920 },
        isRoot ? site.root : undefined,
      );
      for (const path of paths) {
        await page.setViewportSize({ width: 1920, height: 900 });
        await open(page, site.url + path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          const where = `${path} at ${width} px in ${look.language}`;
          await expect.poll(() => excessOf(page), { message: `${where} is wider` }).toBeLessThanOrEqual(0);
          await expect.poll(() => hiddenAmounts(page), { message: `${where} hides amounts` }).toEqual([]);
          for (const name of amounts[path]?.[look.language] ?? [])
            await expect(
              page.locator('main').getByText(name, { exact: true }).filter({ visible: true }).first(),
              `${where}: ${name}`,
            ).toBeVisible();
        }
      }
      await page.context().close();
    });

function excessOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * Returns the amounts in dollars that are cut off or outside of the window, each with its element. Sentences with an
 * amount may be cut off: a row shows their beginning.
 */
function hiddenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      if (!element || !/^\s*[<+\-≈]*\$\d/.test(text.textContent ?? '')) continue;
      // Code scrolls in its box, charts place their own labels, and some texts are for screen readers only.
      if (element.closest('pre, code, svg, textarea, .tg-visually-hidden')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const isCut = (box: Element) => {
        if (getComputedStyle(box).overflowX === 'visible') return false;
        const edge = box.getBoundingClientRect();
        return left < edge.left - 1 || right > edge.right + 1;
      };
      let isHidden = right > window.innerWidth + 1 || left < -1;
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
        isHidden ||= isCut(box);
      if (isHidden) found.push(`${text.textContent} in ${element.outerHTML.slice(0, 80)}`);
    }
    return found;
  });
}
