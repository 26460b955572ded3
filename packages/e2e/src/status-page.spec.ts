import type { ConsoleApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { expectNoFaults, type JourneyLanguage, looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let provider: Provider;
let root: ConsoleApi;
test.beforeAll(async () => {
  provider = await startProvider();
  product = await startProduct({ ...noLimits, SSRF_ALLOW: '127.0.0.0/8' });
  root = await openAsRoot(product);
  const channel = {
    type: 1,
    name: 'Secret account',
    key: 'k',
    base_url: provider.url,
    models: 'gpt-4o-mini',
  };
  await root.send('POST', '/api/channel/', channel);
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

const words: Record<
  JourneyLanguage,
  { title: string; report: string; name: string; publish: string; working: string }
> = {
  en: {
    title: 'Tollgate status',
    report: 'Report an incident',
    name: 'Title',
    publish: 'Publish',
    working: 'No requests yet',
  },
  zh: { title: 'Tollgate 状态', report: '发布事件', name: '标题', publish: '发布', working: '暂无请求' },
};

test('the page is not there before it is switched on', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!);
  await page.goto('/status');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.context().close();
  await root.send('PUT', '/api/option/', { key: 'StatusPageEnabled', value: 'true' });
});

for (const look of looks)
  test(`an administrator reports an incident, and a visitor reads it next to the models (${look.language})`, async ({
    browser,
  }) => {
    const say = words[look.language];
    const title = `Slow answers ${look.language}`;
    const own = await openLook(browser, product.url, look, root);
    await own.goto('/status');
    await own.getByRole('button', { name: say.report }).click();
    const drawer = own.getByRole('dialog');
    await drawer.getByLabel(say.name).fill(title);
    await expectNoFaults(own);
    await drawer.getByRole('button', { name: say.publish }).click();
    await expect(own.getByRole('heading', { name: title })).toBeVisible();
    await own.context().close();

    const page = await openLook(browser, product.url, look);
    await page.goto('/status');
    await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('gpt-4o-mini')).toBeVisible();
    await expect(page.getByText(say.working)).toBeVisible();
    await expect(page.getByText('Secret account')).toBeHidden();
    await expect(page.getByRole('button', { name: say.report })).toBeHidden();
    await expectNoFaults(page);
    await page.context().close();
  });
