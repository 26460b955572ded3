import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { expectNoFaults, looksWithData, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { openSite, root } from './site.ts';

let product: Product;
let provider: Provider;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  [product, provider] = await Promise.all([startProduct(noLimits), startProvider()]);
  await openSite(product, await playwright.request.newContext());
  person = await signInByApi(product.url, root);
  const channel = { type: 1, name: 'a', key: 'k', base_url: provider.url, models: 'gpt-4o-mini,gpt-4o' };
  await person.send('POST', '/api/channel/', channel);
  const token = { name: 'app', unlimited_quota: true };
  const { key } = (await person.send('POST', '/api/token/', token)) as { key: string };
  for (const model of ['gpt-4o-mini', 'gpt-4o', 'gpt-4o', 'nothing-serves-this'])
    await fetch(`${product.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    }).then((response) => response.text());
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

const words = {
  en: { bars: 'Requests over time', all: '4 requests · 1 failed', back: 'Zoom out' },
  zh: { bars: '请求随时间的分布', all: '4 次请求 · 1 次失败', back: '缩小' },
};

for (const look of looksWithData)
  test(`bars above the log narrow its time by keys and by pointer (${look.language})`, async ({
    browser,
  }) => {
    const say = words[look.language as 'en' | 'zh'];
    const page = await openLook(browser, product.url, look, person);
    await page.goto('/log');
    const bars = page.getByRole('slider', { name: say.bars });
    await expect(bars).toHaveAttribute('aria-valuetext', say.all);
    await expectNoFaults(page);
    await bars.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/time=\d+-\d+/);
    await page.getByRole('button', { name: say.back }).click();
    await expect(page).not.toHaveURL(/time=\d/);
    await bars.click({ position: { x: 1, y: 20 } });
    await expect(page).toHaveURL(/time=\d+-\d+/);
    await expect(page.getByText('gpt-4o-mini')).toHaveCount(0);
  });

for (const look of looksWithData)
  test(`the log is grouped by an address that can be shared (${look.language})`, async ({ browser }) => {
    const page = await openLook(browser, product.url, look, person);
    await page.goto('/log?by=model');
    const dearest = page.getByText('gpt-4o', { exact: true });
    await expect(dearest).toBeVisible();
    await expectNoFaults(page);
    await dearest.click();
    await expect(page).toHaveURL(/model_name=gpt-4o(&|$)/);
    await expect(page).not.toHaveURL(/by=model/);
  });
