import { EARLIER, makeConsoleRoot } from './console-root.ts';
import { expect, type Locator, type Page, test } from './journey.ts';
import { listenForProblems } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

let product: Product;
let console_: ReturnType<typeof makeConsoleRoot>;
test.beforeAll(async () => {
  console_ = makeConsoleRoot({ withEarlierBuildOf: 'logs' });
  product = await startProduct({ CONSOLE_DIR: console_.root });
});
test.afterAll(async () => {
  await product.stop();
  console_.remove();
});

test('a decision on the page of areas reaches another open tab without a reload', async ({ page }) => {
  test.setTimeout(180_000);
  await openSite(product, page.request);
  await signIn(page);
  const tab = await page.context().newPage();
  const problems = [page, tab].map(listenForProblems);
  await tab.goto(`${product.url}/log`);
  await tab.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await expect(shown(tab)).not.toHaveAttribute('data-build', EARLIER);
  await page.goto(`${product.url}/setting?tab=areas`);
  await page.getByRole('row', { name: /logs/ }).getByRole('button', { name: 'Open' }).click();
  const drawer = page.getByRole('dialog', { name: 'Area logs' });

  await build(drawer).getByRole('button', { name: 'Promote to stable' }).click();
  await agree(page, 'Promote to stable');
  await expectAfterVisits(tab, true);
  await expect(drawer.getByText(`Promoted build ${EARLIER} to stable`)).toBeVisible();

  await drawer.getByRole('button', { name: 'Roll back' }).click();
  await agree(page, 'Roll back');
  await expectAfterVisits(tab, false);

  await build(drawer)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Start canary' }).click();
  await page.locator('.arco-modal').getByText('the super admin').click();
  await page.getByRole('button', { name: 'Set canary' }).click();
  await expectAfterVisits(tab, true);

  await build(drawer)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await switchOff(page, EARLIER, 'Disable');
  await expect(shown(tab)).not.toHaveAttribute('data-build', EARLIER, { timeout: FOLLOWS_MS });

  await drawer.getByRole('button', { name: 'Disable area' }).click();
  await switchOff(page, 'logs', 'Disable area');
  await expect(tab.getByText('This page is turned off')).toBeVisible({ timeout: FOLLOWS_MS });
  await expect(drawer.getByText('Area unavailable: leaks')).toBeVisible();

  await drawer.getByRole('button', { name: 'Enable area' }).click();
  await page.getByLabel('Reason').fill('mended');
  await page.locator('.arco-modal').getByRole('button', { name: 'Enable area' }).click();
  await expect(shown(tab)).toBeVisible({ timeout: FOLLOWS_MS });
  expect(await tab.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  expect(problems.flat()).toEqual([]);
});

test('the page immediately shows decisions of another administrator', async ({ page, playwright }) => {
  await openSite(product, page.request);
  await signIn(page);
  const following = page.waitForResponse(`${product.url}/api/console/events`, { timeout: FOLLOWS_MS });
  await page.goto(`${product.url}/setting?tab=areas&area=playground`);
  const drawer = page.getByRole('dialog', { name: 'Area playground' });
  await expect(drawer.getByText('No history yet', { exact: false })).toBeVisible();
  await following;

  const other = await playwright.request.newContext();
  await openSite(product, other);
  const data = { build_id: '', reason: 'somebody else says so' };
  const killed = await other.post(`${product.url}/api/console/areas/playground/kill`, {
    data,
    headers: { 'new-api-user': '1' },
  });
  expect(killed.ok()).toBe(true);
  await expect(drawer.getByText('Area unavailable: somebody else says so')).toBeVisible({
    timeout: FOLLOWS_MS,
  });
  await other.dispose();
});

/** A page on a busy machine follows the gateway within this time. */
const FOLLOWS_MS = 20_000;

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.locator('input[autocomplete="username"]').fill(root.username);
  await page.locator('input[type=password]').fill(root.password);
  await page.locator('button[type=submit]').click();
  await expect(page).not.toHaveURL(/login/);
}

function shown(tab: Page): Locator {
  return tab.locator('section[data-area="logs"][data-build]');
}

/** Returns the row of the earlier build. */
function build(drawer: Locator): Locator {
  return drawer.getByRole('row', { name: new RegExp(EARLIER) });
}

async function agree(page: Page, verb: string): Promise<void> {
  const question = page.locator('.arco-modal');
  await question.getByRole('button', { name: verb }).click();
  await expect(question).toBeHidden();
}

async function switchOff(page: Page, name: string, verb: string): Promise<void> {
  const dialog = page.locator('.arco-modal');
  await dialog.getByLabel('Reason').fill('leaks');
  await dialog.getByLabel(`Type “${name}” to confirm`).fill(name);
  await dialog.getByRole('button', { name: verb }).click();
  await expect(dialog).toBeHidden();
}

/** A new build is served at the next visit: leaves the page by the menu and returns until it is there. */
async function expectAfterVisits(tab: Page, isEarlier: boolean): Promise<void> {
  const menu = tab.getByRole('navigation', { name: 'Console' });
  await expect(async () => {
    await menu.getByRole('link', { name: 'API tokens' }).click();
    await menu.getByRole('link', { name: 'Usage log' }).click();
    const expected = expect(shown(tab));
    await (isEarlier ? expected : expected.not).toHaveAttribute('data-build', EARLIER, { timeout: 1000 });
  }).toPass({ timeout: FOLLOWS_MS });
}
