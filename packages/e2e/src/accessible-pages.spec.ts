import { expect, type Page, test } from './journey.ts';
import { type Look, openLook } from './page-checks.ts';
import { addressOf, contributedRoutes, open, publicPages, violations } from './page-crawl.ts';
import { openRealisticSite, type RealisticSite } from './realistic-site.ts';

// Every page in both themes and languages at every width, as root and as a visitor. playwright.config.ts leaves it out without E2E_AXE.
const widths = [1920, 1280, 768, 390];
const looks: readonly Omit<Look, 'width'>[] = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

/** The page follows a change of the window's width with its next frames. */
const SETTLE_MS = 200;

test.setTimeout(3_600_000);
test.use({ actionTimeout: 30_000 });

interface Place {
  path: string;
  name: string;
  open?: (page: Page) => Promise<unknown>;
}

/** Places that are not a page of their own: their address, and what opens them. Only root has them. */
const places: readonly Place[] = [
  ...['operation', 'ratelimit', 'models', 'system', 'other', 'areas'].map((tab) => ({
    path: `/setting?tab=${tab}`,
    name: `settings, ${tab}`,
  })),
  { path: '/setting?tab=areas&area=user', name: 'an area' },
  ...['security', 'notifications', 'prices'].map((tab) => ({
    path: `/personal?tab=${tab}`,
    name: `personal settings, ${tab}`,
  })),
  { path: '/log', name: 'an entry of the log', open: openRow },
  { path: '/pricing', name: 'a model of the catalogue', open: openRow },
  { path: '/limit', name: 'a new limit', open: press('.arco-btn-primary') },
  { path: '/prices', name: 'an update of prices', open: press('.arco-btn-primary') },
  { path: '/token', name: 'a new token', open: press('.arco-btn-primary') },
  { path: '/redemption', name: 'new codes', open: press('.arco-btn-primary') },
];

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
      const paths = [...(isRoot ? [] : publicPages), ...pages.map(addressOf)];
      const all: readonly Place[] = [
        ...paths.map((path) => ({ path, name: path })),
        ...(isRoot ? places : []),
      ];
      const page = await openLook(
        browser,
        site.url,
        { ...look, width: 1280 },
        isRoot ? site.root : undefined,
      );
      const found = new Set<string>();
      for (const place of all) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await open(page, site.url + place.path);
        await place.open?.(page);
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

async function openRow(page: Page): Promise<void> {
  await page
    .locator('tbody [data-row] .tg-grid-title')
    .first()
    .click({ position: { x: 3, y: 3 } });
  await expect(page.locator('.tg-peek, [role="dialog"]').last()).toBeVisible();
}

function press(button: string) {
  return async (page: Page) => {
    await page.locator(`main ${button}`).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}
