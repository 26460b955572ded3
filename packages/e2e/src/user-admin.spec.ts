import path from 'node:path';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { saveFile } from './saved-file.ts';
import { seed } from './seed.ts';
import { openSite, root } from './site.ts';

const ada = { username: 'ada', password: 'a long password' };

test.describe.configure({ mode: 'serial' });

let product: Product;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  product = await startProduct({ GLOBAL_API_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0' });
  const site = await openSite(product, await playwright.request.newContext());
  await seed(
    { DATA_DIR: path.dirname(product.consoleDir) },
    { users: 60, tokens: 60, codes: 150, calls: 200 },
  );
  await site.addUser(ada.username, ada.password);
  person = await signInByApi(product.url, root);
});
test.afterAll(() => product.stop());

const english = looks[0]!;

async function open(browser: Parameters<typeof openLook>[0], address: string) {
  const page = await openLook(browser, product.url, english, person);
  const problems = listenForProblems(page);
  await page.goto(address);
  return { page, problems };
}
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function agree(page: Page, button: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
}

// @spec A020 C003
test('root finds, funds, bans, promotes and deregisters a user', async ({ browser }) => {
  const { page, problems } = await open(browser, '/user');
  await page.getByRole('searchbox').fill('ada');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/keyword=ada/);
  await page.goto('/user?keyword=ada&group=default&page_size=50');
  const row = page.getByRole('row').filter({ has: page.getByText('ada', { exact: true }) });
  await row.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit “ada”' });
  // At once, even while the drawer slides in: the focus ends in the dialog.
  await drawer.getByRole('button', { name: 'Add quota' }).dispatchEvent('click');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.getByLabel('Amount').fill('12.5');
  await expect(page.getByText('New balance: $12.50 (was $0.00)')).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await drawer.getByRole('button', { name: 'Save user' }).click();
  await expect(row).toContainText('$12.50');

  await choose(page, 'ada', 'Disable');
  await agree(page, 'Disable');
  await expect(row).toContainText('Disabled');
  await expect(signInByApi(product.url, ada)).rejects.toThrow();
  await choose(page, 'ada', 'Enable');
  await expect(row).toContainText('Enabled');
  await choose(page, 'ada', 'Promote to admin');
  await agree(page, 'Promote to admin');
  await expect(row).toContainText('Admin');

  await choose(page, 'ada', 'Transactions');
  await expect(page.getByRole('heading', { name: 'Transactions of “ada”' })).toBeVisible();
  await expect(rowOf(page, 'Admin adjustment')).toContainText('+$12.5000');
  await page.goBack();
  await choose(page, 'ada', 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill('ada');
  await agree(page, 'Delete');
  await expect(row).toContainText('Deleted');
  expect(problems).toEqual([]);
  await page.context().close();
});

// @spec A022 C099 I085 I086
test('codes are created, downloaded and redeemed, and a used one cannot be changed', async ({ browser }) => {
  const { page, problems } = await open(browser, '/redemption');
  await page.getByRole('button', { name: 'Create codes' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create codes' });
  await drawer.getByLabel('Name', { exact: true }).fill('spring');
  await drawer.getByRole('button', { name: '$10', exact: true }).click();
  await drawer.getByLabel('Quantity', { exact: true }).fill('3');
  await drawer.getByRole('button', { name: 'Create codes' }).click();
  const file = await saveFile(page, () => page.getByRole('button', { name: 'Download text file' }).click());
  expect(file.name).toBe('spring.txt');
  const codes = file.text.split('\n');
  expect(codes).toHaveLength(3);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  expect(await person.send('POST', '/api/user/topup', { key: codes[0] as string })).toBe(5_000_000);
  await page.goto('/redemption?keyword=spring');
  const used = rowOf(page, 'spring').filter({ has: page.getByText('Used', { exact: true }) });
  await expect(used).toHaveCount(1);
  await expect(used).toContainText('#1');
  await expect(used.getByRole('button', { name: 'Edit' })).toBeDisabled();
  expect(problems).toEqual([]);
  await page.context().close();
});

for (const look of looksWithData) {
  test(`users, statement and codes have no faults in ${look.language}, ${look.theme}, ${look.width}`, async ({
    browser,
  }) => {
    const page = await openLook(browser, product.url, look, person);
    const problems = listenForProblems(page);
    for (const address of ['/user', '/user/statement/3', '/redemption']) {
      await page.goto(address);
      await expect(page.locator('[data-row]').first()).toBeVisible();
      await expectNoFaults(page);
    }
    for (const address of ['/user/edit', '/user/edit/3']) {
      await page.goto(address);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaults(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}
