import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import OpenAI from 'openai';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, type Page, test } from './journey.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { listenForProblems } from './page-checks.ts';
import { type PaymentPage, startPaymentPage } from './payment-page.ts';
import { type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { saveFile } from './saved-file.ts';
import { openSite, root } from './site.ts';

const ana = { username: 'ana', password: 'a long password' };
const merchant = { id: '1001', key: 'merchant-key' };
const UNITS_PER_DOLLAR = 500_000;
/** Quota units. */
const CODE = 200_000;
/** The provider's usage at the ratios of gpt-4o-mini. */
const CALL = 33;
const TOP_UP = 2_500_000;

test.describe.configure({ mode: 'serial' });

let folder: string;
let product: Product;
let provider: Provider;
let mail: MailServer;
let payment: PaymentPage;
let admin: ConsoleApi;
let buyer: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'tollgate-money-'));
  [provider, mail, payment] = await Promise.all([
    startProvider(),
    startMailServer(),
    startPaymentPage(merchant),
  ]);
  const env = { DATA_DIR: folder, SSRF_ALLOW: '127.0.0.0/8', CRITICAL_RATE_LIMIT: '0' };
  product = await startProduct(env);
  const site = await openSite(product, await playwright.request.newContext());
  await site.set({
    ServerAddress: product.url,
    PayAddress: payment.url,
    EpayId: merchant.id,
    EpayKey: merchant.key,
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mail.port),
    SMTPFrom: 'gate@example.com',
  });
  await site.addUser(ana.username, ana.password);
  admin = await signInByApi(product.url, root);
  buyer = await signInByApi(product.url, ana);
  await admin.send('POST', '/api/channel/', {
    type: 1,
    name: 'local',
    key: 'sk-up',
    base_url: provider.url,
    models: 'gpt-4o-mini',
  });
});
test.afterAll(async () => {
  await Promise.all([product.stop(), provider.stop(), mail.stop(), payment.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

// @spec A012 A013 C102 C103 H180
test('code, calls, warning and payment leave a consistent ledger', async ({ page }) => {
  test.setTimeout(240_000);
  const problems = listenForProblems(page);
  await logIn(page);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'My wallet' }).click();
  await seeBalance(page, 0);

  await redeem(page);
  await spend(page, 3);
  await expectLowBalanceMail();
  await topUp(page);
  await readStatementAsFile(page, [CODE, -CALL, -CALL, -CALL, TOP_UP]);
  expect(problems).toEqual([]);
  expect(await runAudit()).toMatch(/ 0 broken\./);
});

test('the page may post forms only to the payment page', async ({ request }) => {
  const answer = await request.get(`${product.url}/topup`, { headers: { accept: 'text/html' } });
  const rules = (answer.headers()['content-security-policy'] ?? '').split(';').map((rule) => rule.trim());
  expect(rules.filter((rule) => rule.startsWith('form-action'))).toEqual([
    `form-action 'self' ${payment.url}`,
  ]);
});

async function logIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username or email').fill(ana.username);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/token/);
}

async function seeBalance(page: Page, units: number): Promise<void> {
  const tile = page.locator('dl').filter({ hasText: 'Balance' }).first();
  await expect(tile).toContainText(
    units > 0 ? `$${(units / UNITS_PER_DOLLAR).toFixed(2)}` : 'Balance is empty',
  );
}

/** The redeemed code appears in the balance and in the statement; a second try shows an error in the field. */
async function redeem(page: Page): Promise<void> {
  const order = { name: 'welcome', quota: CODE, count: 1 };
  const [code = ''] = (await admin.send('POST', '/api/redemption/', order)) as string[];
  await page.getByLabel('Redemption code').fill(code);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText('Redeemed: $0.40 added')).toBeVisible();
  await seeBalance(page, CODE);
  await expect(page.getByRole('row', { name: /Code redeemed/ })).toContainText('+$0.4000');

  await page.getByLabel('Redemption code').fill(code);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText("You've already redeemed this code")).toBeVisible();
}

async function spend(page: Page, times: number): Promise<void> {
  await buyer.send('PUT', '/api/user/setting', {
    notify_type: 'email',
    quota_warning_threshold: CODE - 1,
    notification_email: 'ana@example.com',
  });
  const token = (await buyer.send('POST', '/api/token/', { name: 'work', unlimited_quota: true })) as {
    key: string;
  };
  const client = new OpenAI({ baseURL: `${product.url}/v1`, apiKey: `sk-${token.key}`, maxRetries: 0 });
  for (let call = 0; call < times; call++) {
    await client.chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: 'Hi' }],
    });
  }
  await expect
    .poll(async () => ((await buyer.send('GET', '/api/user/self')) as { quota: number }).quota)
    .toBe(CODE - times * CALL);
  await page.reload();
  await seeBalance(page, CODE - times * CALL);
  await expect(page.getByRole('row', { name: /Request/ })).toHaveCount(times);
}

/** Balances are checked once a minute. */
async function expectLowBalanceMail(): Promise<void> {
  const warned = () => mail.mails.filter((one) => one.includes('ana@example.com')).length;
  await expect.poll(warned, { timeout: 120_000 }).toBe(1);
}

/** The wallet waits while the payment page is open; both pages show the payment. */
async function topUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: '$5', exact: true }).click();
  await expect(page.getByText('¥36.50')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await expect(page).toHaveURL(`${payment.url}/submit.php`);
  await expect(page.getByRole('heading')).toHaveText('36.50');

  const other = await page.context().newPage();
  await other.goto(`${product.url}/topup`);
  await expect(other.getByText(/Waiting for the payment of ¥36.50/)).toBeVisible();

  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(page).toHaveURL(/\/topup\?.*out_trade_no=/);
  for (const one of [page, other]) {
    await expect(one.getByText('Payment received: $5.00 added to your balance.')).toBeVisible();
    await seeBalance(one, CODE - 3 * CALL + TOP_UP);
  }
  await other.close();
}

/** The file has every entry, oldest first, and each balance follows from the previous one. */
async function readStatementAsFile(page: Page, amounts: number[]): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  const { text } = await saveFile(page, () => page.getByRole('menuitem', { name: /CSV/ }).click());
  const [head = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const column = (name: string) => rows.map((row) => Number(row.split(',')[head.split(',').indexOf(name)]));
  expect(column('amount').filter((amount) => amount !== 0)).toEqual(amounts);
  const balances = column('balance_after');
  column('amount').forEach((amount, row) => {
    expect(balances[row]).toBe((balances[row - 1] ?? 0) + amount);
  });
  const self = (await buyer.send('GET', '/api/user/self')) as { quota: number };
  expect(balances.at(-1)).toBe(self.quota);
}

async function runAudit(): Promise<string> {
  const env = { ...process.env, DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [gatewayProgram(), 'audit'], { env });
  return stdout;
}
