import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { openSite, root } from './site.ts';

const run = promisify(execFile);

test.describe.configure({ mode: 'serial' });

let product: Product;
let provider: Provider;
let folder: string;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'tollgate-snippets-'));
  provider = await startProvider();
  product = await startProduct({ GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0' });
  const site = await openSite(product, await playwright.request.newContext());
  await site.set({ Chats: JSON.stringify([{ Parlour: 'https://chat.example.com/#{key}' }]) });
  person = await signInByApi(product.url, root);
  const models = 'gpt-4o-mini,gpt-4o';
  const channel = { type: 1, name: 'local', key: 'sk-up', base_url: provider.url, models };
  await person.send('POST', '/api/channel/', channel);
});
test.afterAll(async () => {
  await Promise.all([product.stop(), provider.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const english = looks[0]!;

// @spec C096 F083
test('three tokens are created at once, limited to a model, and found by name and by key', async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, english, person);
  const problems = listenForProblems(page);
  await page.goto('/token');
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('robot');
  await drawer.getByRole('combobox', { name: 'Models' }).click();
  await page.getByRole('option', { name: 'gpt-4o-mini' }).click();
  await page.keyboard.press('Escape'); // the list of models
  await drawer.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  await drawer.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('row', { name: /robot/ })).toHaveCount(3);

  const key = await copyKey(page);
  await page.getByRole('searchbox').fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /robot/ })).toHaveCount(1);
  expect(page.url()).not.toContain(key);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('the copied call examples run in curl, Python and Node', async ({ browser }) => {
  const page = await openLook(browser, product.url, english, person);
  await page.goto('/token?keyword=robot');
  await page
    .getByRole('button', { name: /^Actions for robot/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Use this key' }).click();
  const drawer = page.getByRole('dialog');
  const before = provider.calls.length;
  for (const [name, call] of [
    ['curl', (code: string) => run('/bin/sh', ['-c', code])],
    ['Python', (code: string) => run('python3', [saved('call.py', code)])],
    ['Node', (code: string) => run(process.execPath, [saved('call.mjs', code)])],
  ] as const) {
    await drawer.getByText(name, { exact: true }).click();
    await drawer.getByRole('button', { name: 'Copy code' }).click();
    await expect(drawer.getByRole('button', { name: 'Copied' })).toBeVisible();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect((await call(code)).stdout).toContain('Hello from the provider');
    await expect(drawer.getByRole('button', { name: 'Copy code' })).toBeVisible();
  }
  expect(provider.calls.slice(before).map(({ body }) => body.model)).toEqual(Array(3).fill('gpt-4o-mini'));
  await page.context().close();
});

// @spec E043 H156 H158
test('tokens are switched off and on, copied and deleted together', async ({ browser }) => {
  const page = await openLook(browser, product.url, english, person);
  await page.goto('/token?keyword=robot');
  const rows = page.getByRole('row', { name: /robot/ });
  for (const [action, status] of [
    ['Disable', 'Disabled'],
    ['Enable', 'Limited'],
  ] as const) {
    await rows
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
    await expect(rows.first()).toContainText(status);
  }
  await page
    .getByRole('checkbox', { name: /select all rows/i })
    .locator('..')
    .click();
  const bar = page.getByRole('region', { name: '3 selected' });
  await bar.getByRole('button', { name: 'Copy keys' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').map((line) => line.replace(/^robot\S*\tsk-\w{48}$/, 'ok'))).toEqual(
    Array(3).fill('ok'),
  );
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete tokens' }).click();
  await expect(page.getByText('No results for these filters')).toBeVisible();
  await page.context().close();
});

for (const look of looksWithData) {
  test(`tokens, their form and the call examples have no faults (${Object.values(look).join(', ')})`, async ({
    browser,
  }) => {
    await person.send('POST', '/api/token/', { name: 'W'.repeat(30), remain_quota: 8_999_999_999_999_999 });
    const page = await openLook(browser, product.url, look, person);
    const problems = listenForProblems(page);
    await page.goto('/token');
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectNoFaults(page);
    await page.locator('[data-row] [aria-haspopup="menu"]').first().click();
    await page
      .getByRole('menuitem', { name: look.language === 'en' ? 'Use this key' : '使用此密钥' })
      .click();
    await expect(page.getByRole('dialog').locator('pre')).toBeVisible();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

async function copyKey(page: Page): Promise<string> {
  await page
    .getByRole('row', { name: /robot/ })
    .first()
    .getByRole('button', { name: 'Copy key' })
    .first()
    .click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sk-/);
  return page.evaluate(() => navigator.clipboard.readText());
}

function saved(name: string, code: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
}
