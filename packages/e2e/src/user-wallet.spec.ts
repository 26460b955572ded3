import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  product = await startProduct({ GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0' });
  const site = await openSite(product, await playwright.request.newContext());
  await site.set({
    ServerAddress: product.url,
    PayAddress: 'https://pay.example.com',
    EpayId: '1001',
    EpayKey: 'key',
    TopUpLink: 'https://codes.example.com/',
  });
  person = await signInByApi(product.url, root);
  await person.send('POST', '/api/user/pay', { amount: 10, payment_method: 'wx' });
});
test.afterAll(() => product.stop());

for (const look of looksWithData) {
  test(`the wallet has no faults while a payment is pending (${Object.values(look).join(', ')})`, async ({
    browser,
  }) => {
    const page = await openLook(browser, product.url, look, person);
    const problems = listenForProblems(page);
    await page.goto('/topup');
    await expect(page.getByText('¥7.30').first()).toBeVisible();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

test('the statement stays filtered by kind after a reload', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!, person);
  await page.goto('/topup');
  await page.getByLabel('Type').selectOption({ label: 'Code redeemed' });
  await expect(page).toHaveURL(/kind=redeem/);
  await expect(page.getByText('No results for these filters')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No results for these filters')).toBeVisible();
  await page.getByLabel('Type').selectOption({ label: 'Opening balance' });
  await expect(page.getByRole('row', { name: /Opening balance/ })).toContainText('+$200.0000');
  await page.context().close();
});
