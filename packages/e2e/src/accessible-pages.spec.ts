import type { ConsoleApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { type Look, openLook } from './page-checks.ts';
import { addressOf, contributedRoutes, open, publicPages, violations } from './page-crawl.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';

// Every page in both themes and languages at every width, as root and as a visitor. playwright.config.ts leaves it out without E2E_AXE.
const widths = [1920, 1280, 768, 390];
const looks: readonly Omit<Look, 'width'>[] = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

/** The page follows a change of the window's width with its next frames. */
const SETTLE_MS = 200;

test.setTimeout(1_800_000);
test.use({ actionTimeout: 30_000 });

let product: Product;
let provider: Provider;
let api: ConsoleApi;
test.beforeAll(async () => {
  provider = await startProvider();
  product = await startProduct({ ...noLimits, SSRF_ALLOW: '127.0.0.0/8' });
  api = await openAsRoot(product);
  const channel = { type: 1, name: 'local', key: 'k', base_url: provider.url, models: 'gpt-4o-mini,gpt-4o' };
  await api.send('POST', '/api/channel/', channel);
  await api.send('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
  await api.send('POST', '/api/redemption/', { name: 'gift', quota: 500_000, count: 3 });
  await api.send('POST', '/api/user/', { username: 'ada', password: 'a long password', display_name: 'Ada' });
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

for (const look of looks)
  for (const who of ['root', 'a visitor'])
    test(`axe finds no fault on any page for ${who}, ${look.theme}, ${look.language}, at every width`, async ({
      browser,
    }) => {
      const routes = await contributedRoutes(product.url);
      const contributed = routes.filter(({ path }) => path !== '/setup');
      const paths =
        who === 'root'
          ? contributed.map(addressOf)
          : [...publicPages, ...contributed.filter(({ access }) => access === 'public').map(addressOf)];
      const page = await openLook(
        browser,
        product.url,
        { ...look, width: 1280 },
        who === 'root' ? api : undefined,
      );
      const found = new Set<string>();
      for (const path of paths) {
        await open(page, product.url + path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: width > 600 ? 900 : 844 });
          await page.waitForTimeout(SETTLE_MS);
          for (const violation of await violations(page)) found.add(`${width} px: ${violation}`);
        }
      }
      test.info().annotations.push({ type: 'runs', description: `${paths.length * widths.length}` });
      expect([...found]).toEqual([]);
    });
