import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { expectNoFaults, languagesOfJourneys, looks, openLook } from './page-checks.ts';
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
  const models = 'gpt-4o-mini,gpt-4o';
  await person.send('POST', '/api/channel/', {
    type: 1,
    name: 'a',
    key: 'k',
    base_url: provider.url,
    models,
  });
  const { key } = (await person.send('POST', '/api/token/', { name: 'app', unlimited_quota: true })) as {
    key: string;
  };
  for (const [index, model] of ['gpt-4o-mini', 'gpt-4o', 'nothing-serves-this'].entries()) {
    await fetch(`${product.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    }).then((response) => response.text());
    // Rows of one second are listed as they were written, which a busy machine does later than the answer.
    await expect.poll(countRows).toBe(index + 1);
  }
});

async function countRows(): Promise<number> {
  return ((await person.send('GET', '/api/log/')) as { total: number }).total;
}

test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

const words = {
  en: { timeline: 'Timeline', raw: 'Raw', close: 'Close', live: 'Live', answered: 'answered' },
  zh: { timeline: '时间线', raw: '原始数据', close: '关闭', live: '实时', answered: '已响应' },
};

for (const language of languagesOfJourneys)
  test(`the log is read with the keyboard, entry by entry, and shared by a link (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const page = await openLook(browser, product.url, { language, theme: 'light', width: 1280 }, person);
    await page.goto('/log');
    await expect(page.locator('[data-row]')).toHaveCount(3);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'nothing-serves-this' })).toBeVisible();
    await expect(page.locator('tbody').getByText(/404/)).toBeVisible();
    await page.keyboard.press('j');
    const entry = page.getByRole('region', { name: 'gpt-4o', exact: true });
    await expect(entry).toBeVisible();
    await expectNoFaults(page);
    await entry.getByRole('tab', { name: say.timeline }).click();
    await expect(entry.getByText(say.answered)).toBeVisible();
    await expectNoFaults(page);
    await entry.getByRole('tab', { name: say.raw }).click();
    await expect(entry.getByText(/"model_ratio"/)).toBeVisible();
    await expectNoFaults(page);

    const link = page.url();
    await page.keyboard.press('Escape');
    await expect(entry).toBeHidden();
    await page.goto(link);
    await expect(entry).toBeVisible();
    await page.getByRole('button', { name: say.live, exact: true }).click({ force: true });
    await page.context().close();
  });

test('on a phone an entry fills the screen', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[1]!, person);
  await page.goto('/log');
  await page.getByRole('button', { name: 'gpt-4o', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'gpt-4o' })).toBeVisible();
  await expectNoFaults(page);
  await page.context().close();
});
