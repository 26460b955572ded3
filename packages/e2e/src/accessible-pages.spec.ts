import { expect, type Page, test } from './journey.ts';
import { type Look, openLook } from './page-checks.ts';
import { addressOf, contributedRoutes, open, publicPages, violations } from './page-crawl.ts';
import { type Place, rootPlaces } from './places.ts';
import { openRealisticSite, type RealisticSite } from './realistic-site.ts';

// Every page in both themes and languages at every width, as root and as a visitor. playwright.config.ts leaves it out
// without E2E_AXE. `-g` chooses a look and who looks, E2E_AXE_PLACES the places by parts of their names.
const wanted = (process.env.E2E_AXE_PLACES ?? '').split(',');
const widths = [1920, 1280, 768, 390];
const looks: readonly Omit<Look, 'width'>[] = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

/** The page follows a change of the window's width with its next frames. */
const SETTLE_MS = 200;

test.setTimeout(3_600_000);
test.use({ actionTimeout: 30_000 });

let site: RealisticSite;
test.beforeAll(async () => {
  test.setTimeout(300_000); // a site with data
  site = await openRealisticSite();
});
test.afterAll(() => site.stop());

for (const look of looks)
  for (const who of ['root', 'a visitor'])
    test(`axe finds no fault on any page for ${who}, ${look.theme}, ${look.language}, at every width`, async ({
      browser,
    }) => {
      const contributed = (await contributedRoutes(site.url)).filter(({ path }) => path !== '/setup');
      const isRoot = who === 'root';
      const pages = isRoot ? contributed : contributed.filter(({ access }) => access === 'public');
      const paths = ['/status', ...(isRoot ? [] : publicPages), ...pages.map(addressOf)];
      const all: readonly Place[] = [
        ...paths.map((path) => ({ path, name: path })),
        ...(isRoot ? rootPlaces : []),
      ].filter(({ path, name }) => wanted.some((part) => path.includes(part) || name.includes(part)));
      const page = await openLook(
        browser,
        site.url,
        { ...look, width: 1280 },
        isRoot ? site.root : undefined,
      );
      const found = new Set<string>();
      for (const place of all) {
        await page.setViewportSize({ width: 1280, height: 900 });
        const failure = await openPlace(page, place);
        if (failure) found.add(`${place.name}: ${failure}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: width > 600 ? 900 : 844 });
          await page.waitForTimeout(SETTLE_MS);
          for (const violation of await violations(page))
            found.add(`${place.name}, ${width} px: ${violation}`);
        }
      }
      test.info().annotations.push({ type: 'runs', description: `${all.length * widths.length}` });
      expect([...found]).toEqual([]);
    });

/** Returns why a place did not open, so that one run reports on every place. */
async function openPlace(page: Page, place: Place): Promise<string | undefined> {
  try {
    await open(page, site.url + place.path);
    await place.open?.(page);
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0];
  }
}
