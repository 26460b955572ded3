import { setTimeout as pause } from 'node:timers/promises';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { expectNoFaults, languagesOfJourneys, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { openSite, root } from './site.ts';

let product: Product;
let provider: Provider;
let person: ConsoleApi;
let key: string;
const MODEL = 'gpt-4o-mini';
/** The counts of a channel's health are written every five seconds. */
const COUNTED_MS = 7000;

test.beforeAll(async ({ playwright }) => {
  const allowed = { SSRF_ALLOW: '127.0.0.0/8' };
  [product, provider] = await Promise.all([startProduct({ ...noLimits, ...allowed }), startProvider()]);
  await openSite(product, await playwright.request.newContext());
  person = await signInByApi(product.url, root);
  await person.send('PUT', '/api/option/', { key: 'RetryTimes', value: '1' });
  const dead = 'http://127.0.0.1:9';
  for (const [name, priority, base_url] of [['live', 1, provider.url] as const, ['dead', 9, dead] as const])
    await person.send('POST', '/api/channel/', {
      type: 1,
      key: 'k',
      models: MODEL,
      name,
      priority,
      base_url,
    });
  const token = await person.send('POST', '/api/token/', { name: 'app', unlimited_quota: true });
  key = (token as { key: string }).key;
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

async function ask(model: string): Promise<number> {
  const response = await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await response.text();
  return response.status;
}

const words = {
  en: { error: /No response/, test: 'Test', close: 'Close', off: '1 off' },
  zh: { error: /无响应/, test: '测试', close: '关闭', off: '1 个禁用' },
};

for (const language of languagesOfJourneys)
  test(`the list shows which channel fails and why, a test shows it too, and a count filters (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    expect(await ask(MODEL)).toBe(200);
    await pause(COUNTED_MS);
    const page = await openLook(browser, product.url, { language, theme: 'light', width: 1280 }, person);
    await page.goto('/channel');
    const dead = page.getByRole('row', { name: /dead/ });
    await expect(dead.getByText('0%', { exact: true })).toBeVisible();
    await expect(dead.getByTitle(say.error)).toBeVisible();
    await expect(page.getByRole('row', { name: /live/ }).getByText('100%')).toBeVisible();
    await dead.getByRole('button', { name: say.test, exact: true }).click();
    await expect(page.getByRole('dialog').getByText(/ECONNREFUSED/)).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole('dialog').getByRole('button', { name: say.close }).click();
    await person.send('PUT', '/api/channel/', { id: 1, status: 2 });
    await page.reload();
    await page.getByRole('button', { name: say.off }).click();
    await expect(dead).toHaveCount(0);
    await expect(page.getByRole('row', { name: /live/ })).toBeVisible();
    await person.send('PUT', '/api/channel/', { id: 1, status: 1 });
    await page.context().close();
  });

test('a model that is mapped in the table of the form reaches the provider under its other name', async ({
  browser,
}) => {
  await person.send('PUT', '/api/channel/', { id: 2, status: 2 });
  const page = await openLook(browser, product.url, { language: 'en', theme: 'dark', width: 768 }, person);
  await page.goto('/channel/edit/1');
  const drawer = page.getByRole('dialog', { name: /live/ });
  await drawer.getByRole('navigation').getByRole('button', { name: 'Advanced' }).click();
  await drawer.getByText('Mappings, overrides and provider settings').click();
  await drawer.getByLabel('Requested model, row 1').fill(MODEL);
  await drawer.getByLabel('Provider model, row 1').fill('another-name');
  await expectNoFaults(page);
  await drawer.getByRole('button', { name: 'Save channel' }).click();
  await expect(drawer).toBeHidden();
  expect(await ask(MODEL)).toBe(200);
  expect(provider.calls.at(-1)?.body).toMatchObject({ model: 'another-name' });
  await page.context().close();
});

const settings = {
  en: {
    ...{
      find: 'Find a setting',
      part: 'retries',
      name: 'Retries',
      row: 'Ratio, row 1',
      save: 'Save changes',
    },
    ...{ retries: '3', ratio: 2.5 },
  },
  zh: {
    ...{ find: '查找设置', part: '重试', name: '失败重试次数', row: '倍率，第 1 行', save: '保存修改' },
    ...{ retries: '2', ratio: 1.5 },
  },
};

for (const language of languagesOfJourneys)
  test(`settings of two sections are found by their words and saved at once (${language})`, async ({
    browser,
  }) => {
    const say = settings[language];
    const page = await openLook(browser, product.url, { language, theme: 'light', width: 390 }, person);
    await page.goto('/setting');
    await page.getByLabel(say.find).fill(say.part);
    await page.getByRole('link', { name: new RegExp(say.name) }).click();
    const retries = page.getByLabel(say.name, { exact: true });
    await expect(retries).toBeFocused();
    await retries.fill(say.retries);
    await page.getByLabel(say.row).first().scrollIntoViewIfNeeded();
    await page.getByLabel(say.row).first().fill(`${say.ratio}`);
    await expectNoFaults(page);
    await page.getByRole('button', { name: say.save }).click();
    await expect(page.getByRole('button', { name: say.save })).toBeHidden();
    const options = (await person.send('GET', '/api/option/')) as { key: string; value: string }[];
    const storedIn = (name: string) => options.find((option) => option.key === name)?.value;
    expect(storedIn('RetryTimes')).toBe(say.retries);
    expect(JSON.parse(storedIn('GroupRatio') ?? '')).toMatchObject({ default: say.ratio });
    await page.context().close();
  });
