import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect as standard, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { saveFile } from './saved-file.ts';
import { seed } from './seed.ts';
import { openSite, root } from './site.ts';

const ana = { username: 'ana', password: 'a long password' };

test.describe.configure({ mode: 'serial', timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

let product: Product;
let folder: string;
let admin: ConsoleApi;
let user: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'tollgate-logs-'));
  product = await startProduct({ DATA_DIR: folder, GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0' });
  const site = await openSite(product, await playwright.request.newContext());
  await site.addUser(ana.username, ana.password);
  await seed(
    { DATA_DIR: folder },
    { users: 5, tokens: 10, codes: 1, calls: 300, models: 1, drawings: 23, tasks: 23 },
  );
  admin = await signInByApi(product.url, root);
  user = await signInByApi(product.url, ana);
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** All seeded tasks, including those before midnight. */
const lastDay = () => `${Math.floor(Date.now() / 1000) - 86_400}-${Math.floor(Date.now() / 1000) + 3600}`;
const pages = [
  ['/detail?granularity=week', 'Models|模型明细'],
  ['/midjourney', 'Imagine|绘图'],
  ['/task', 'Lyrics|生成歌词'],
] as const;

for (const look of looksWithData) {
  test(`dashboard, drawings and tasks have no faults (${Object.values(look).join(', ')})`, async ({
    browser,
  }) => {
    const page = await openLook(browser, product.url, look, admin);
    const problems = listenForProblems(page);
    for (const [address, text] of pages) {
      await page.goto(address === '/task' ? `/task?time=${lastDay()}` : address);
      await expect(page.getByText(new RegExp(`^(${text})$`)).first()).toBeVisible();
      await expectNoFaults(page);
      await expect.poll(() => page.evaluate(hiddenAtTheRight), { message: address }).toEqual([]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

/** Runs in the page. Returns horizontally scrolling tables, each with its hidden pixels. */
function hiddenAtTheRight(): string[] {
  return [...document.querySelectorAll('.tg-grid-scroll')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((table) => `${table.ariaLabel}: ${table.scrollWidth - table.clientWidth} px`);
}

// @spec B036
test("an admin sees everybody's usage by model and by user, and the usage of one user", async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, looks[0]!, admin);
  await page.goto('/detail?granularity=week');
  await expect(page.getByRole('region', { name: 'Models' }).locator('tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cost by user' })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { name } = await saveFile(page, () => page.getByRole('menuitem', { name: /CSV/ }).click());
  expect(name).toMatch(/\.csv$/);
  await page.getByRole('searchbox', { name: 'Username' }).fill('unknown user');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No usage in this period')).toBeVisible();
  await page.context().close();
});

// @spec B038
test('an admin pages through the drawings, filters them by channel and opens one', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!, admin);
  await page.goto('/midjourney');
  await expect(page.getByText('23 records')).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.locator('tr[data-row]')).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Channel ID' }).fill('2');
  await expect(page.getByText('3 records', { exact: true })).toBeVisible();
  await page
    .getByRole('button', { name: /^清晨薄雾/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('English prompt');
  await page.context().close();
});

for (const [clock, hours] of [
  ['three hours slow', -3],
  ['26 hours fast', 26],
] as const) {
  test(`a browser whose clock is ${clock} sees the last calls`, async ({ browser }) => {
    const page = await openLook(browser, product.url, looks[0]!, admin);
    await page.goto('/log?time=last-24-hours');
    const records = await page.getByText(/^\d+ records$/).textContent();
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await page.reload();
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    await expect(page.getByText(/^\d+ records$/)).toHaveText(records ?? '');
    await page.context().close();
  });
}

// @spec B040
test('an admin opens a task in full', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!, admin);
  await page.goto(`/task?time=${lastDay()}`);
  await page
    .getByRole('button', { name: /^0{8}-/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('"platform": "suno"');
  await page.context().close();
});

test('a user sees neither the tasks of others nor channels', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!, user);
  const problems = listenForProblems(page);
  for (const [address, empty] of [
    ['/midjourney', 'No drawings in this period'],
    ['/task', 'No tasks in this period'],
    ['/detail', 'No usage in this period'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(empty)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Channel ID' })).toHaveCount(0);
  }
  expect(problems).toEqual([]);
  await page.context().close();
});
