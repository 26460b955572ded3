import { comeAs, expectSamePage, markPage } from './areas.ts';
import type { ConsoleApi } from './console-api.ts';
import { type BrowserContext, expect, type Page, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { root } from './site.ts';

let product: Product;
let api: ConsoleApi;

test.beforeEach(async () => {
  product = await startProduct(noLimits);
  api = await openAsRoot(product);
  await api.send('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
});
test.afterEach(() => product.stop());

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await comeAs(page, product.url, api);
  await page.goto(product.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /'s account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function signIn(page: Page, { username, password }: typeof root): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname !== '/login');
}

test('a logout in one tab logs the other tabs out without a reload', async ({ context }) => {
  const here = await openTab(context, '/token');
  // Suppresses storage events, as in a browser without storage: only the message of the first tab remains.
  await context.addInitScript(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );
  const there = await openTab(context, '/user');
  await markPage(there);
  await signOut(here);
  for (const tab of [here, there]) {
    await expect(tab).toHaveURL(/\/login/);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tab.locator('input[type=password]')).toBeVisible();
  }
  await expectSamePage(there);
});

test('a form survives a sign-out in another tab, hidden from everyone but its author', async ({
  context,
}) => {
  await api.send('POST', '/api/user/', { username: 'bob', password: 'a long password', display_name: 'Bob' });
  const form = await openTab(context, '/token');
  await form.getByRole('button', { name: 'Create token' }).first().click();
  const name = form.getByRole('dialog', { name: 'Create token' }).getByLabel('Name', { exact: true });
  await name.fill('half written');
  const here = await openTab(context, '/log');
  await signOut(here);

  const out = form.getByRole('dialog', { name: 'Signed out' });
  await expect(out).toBeVisible();
  for (const key of ['Escape', 'Escape', 'Control+k']) await form.keyboard.press(key);
  await expect(out).toBeVisible();
  await expect(name).toBeHidden();
  for (const text of await form.getByText('API tokens').all()) await expect(text).toBeHidden();

  await signIn(here, { username: 'bob', password: 'a long password' });
  await expect(form.getByRole('dialog', { name: 'Now signed in as Bob' })).toBeVisible();
  await expect(name).toBeHidden();
  await signOut(here);
  await expect(out).toBeVisible();

  const opened = context.waitForEvent('page');
  await form.getByRole('link', { name: 'Sign in in a new tab' }).click();
  await signIn(await opened, root);
  await expect(out).toHaveCount(0);
  await expect(name).toHaveValue('half written');
  await form.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByRole('row').filter({ hasText: 'half written' })).toBeVisible();
});

test('a question closes when a logout in another tab takes its page away', async ({ context }) => {
  const here = await openTab(context, '/token');
  // As in browsers without the Navigation API.
  await context.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  const there = await openTab(context, '/token');
  await there.getByRole('button', { name: 'Actions for mine' }).click();
  await there.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(there.getByRole('dialog')).toContainText('mine');
  await signOut(here);
  await expect(there).toHaveURL(/\/login/);
  await expect(there.getByRole('dialog')).toHaveCount(0);
});
