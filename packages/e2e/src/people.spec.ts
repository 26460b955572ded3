import { type ConsoleApi, signInByApi } from './console-api.ts';
import { type BrowserContext, type Page, expect as standard, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { root } from './site.ts';

// Several people with one browser, and two administrators with one page.
test.describe.configure({ timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

const english = looks[0]!;
const alice = { username: 'alice', password: 'a long password' };
const bob = { username: 'bob', password: 'a long password' };

let product: Product;
let api: ConsoleApi;
test.beforeAll(async () => {
  test.setTimeout(240_000); // the gateway has to start
  product = await startProduct(noLimits);
  api = await openAsRoot(product);
  for (const person of [alice, bob])
    await api.send('POST', '/api/user/', { ...person, display_name: person.username });
});
test.afterAll(() => product.stop());

test('what alice typed is never saved as bob, who signs in after her session has ended', async ({
  browser,
}) => {
  const hers = await signInByApi(product.url, alice);
  const page = await openLook(browser, product.url, english, hers);
  await page.goto('/token');
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Create token' });
  await drawer.getByLabel('Name', { exact: true }).fill('made-by-alice');
  await hers.send('GET', '/api/user/logout');
  await drawer.getByRole('button', { name: 'Create token' }).click();

  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
  await signIn(await opened, bob);
  await expect(page.getByRole('dialog', { name: 'Now signed in as bob' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep this page' }).click();
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('made-by-alice');
  await drawer.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('dialog', { name: 'Now signed in as bob' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue as bob' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  for (const person of [alice, bob])
    expect(await (await signInByApi(product.url, person)).send('GET', '/api/token/?p=0')).toEqual([]);
  await page.context().close();
});

test('what root wrote in the playground is not there for the next person, and a question goes with its page', async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, english, await signInByApi(product.url, root));
  await page.goto('/playground');
  const prompt = page.getByLabel('System prompt');
  const standardPrompt = await prompt.inputValue();
  await prompt.fill('Secret: the merger');
  await api.send('POST', '/api/token/', { name: 'precious', unlimited_quota: true });
  await page.locator('a[href="/token"]').first().click();
  await page.getByRole('button', { name: 'Actions for precious' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Delete the token “precious”?')).toBeVisible();

  await signOutInOtherTab(page.context());
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await api.send('GET', '/api/token/?p=0')).toMatchObject([{ name: 'precious' }]);
  await signIn(page, alice);
  await page.locator('a[href="/playground"]').first().click();
  await expect(prompt).toHaveValue(standardPrompt);
  await page.context().close();
});

test('prices that two administrators save at once are merged, and a price that both changed needs a choice', async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, english, api);
  await page.goto('/setting?prices=visual');
  await editRatio(page, 'o3-mini', '0.5');
  await storeRatio('gpt-4o', 77);
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  expect(await readRatios()).toMatchObject({ 'gpt-4o': 77, 'o3-mini': 0.5 });

  await editRatio(page, 'o3-mini', '0.6');
  await storeRatio('o3-mini', 9);
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText(/^Someone else changed the price of o3-mini/)).toBeVisible();
  expect(await readRatios()).toMatchObject({ 'o3-mini': 9 });
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect.poll(readRatios).toMatchObject({ 'gpt-4o': 77, 'o3-mini': 0.6 });
  await page.context().close();
});

async function signIn(page: Page, { username, password }: typeof root): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname !== '/login');
}

async function signOutInOtherTab(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/token');
  await other.getByRole('button', { name: /'s account$/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/\/login/);
  await other.close();
}

async function editRatio(page: Page, model: string, ratio: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Model name' });
  await search.fill(model);
  const row = page.getByRole('row').filter({ has: page.getByText(model, { exact: true }) });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: `Price of ${model}` });
  await dialog.getByLabel('Model ratio').fill(ratio);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('1 model changed')).toBeVisible();
}

/** What the other administrator does. */
async function storeRatio(model: string, ratio: number): Promise<void> {
  const value = JSON.stringify({ ...(await readRatios()), [model]: ratio });
  await api.send('PUT', '/api/option/', { key: 'ModelRatio', value });
}

async function readRatios(): Promise<Record<string, number>> {
  const options = (await api.send('GET', '/api/option/')) as { key: string; value: string }[];
  return JSON.parse(options.find(({ key }) => key === 'ModelRatio')?.value ?? '{}');
}
