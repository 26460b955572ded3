import { createHash, createHmac } from 'node:crypto';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

const ada = { username: 'ada', password: 'a long password' };
const BOT_TOKEN = '7:secret';

test.describe.configure({ mode: 'serial' });

let product: Product;
let mailServer: MailServer;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  mailServer = await startMailServer();
  product = await startProduct({
    GLOBAL_API_RATE_LIMIT: '0',
    CRITICAL_RATE_LIMIT: '0',
    SSRF_ALLOW: '127.0.0.1/32',
  });
  const site = await openSite(product, await playwright.request.newContext());
  await site.addUser(ada.username, ada.password);
  await site.set({
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mailServer.port),
    SMTPFrom: 'gate@example.org',
    TelegramBotToken: BOT_TOKEN,
    TelegramBotName: 'gate_bot',
    TelegramOAuthEnabled: 'true',
  });
  const boss = await signInByApi(product.url, root);
  const models = Array.from({ length: 14 }, (_, index) => `model-${index}`).join(',');
  await boss.send('POST', '/api/channel/', { type: 1, name: 'local', key: 'sk-up', models });
  person = await signInByApi(product.url, ada);
});
test.afterAll(() => Promise.all([product.stop(), mailServer.stop()]));

const english = looks[0]!;

async function open(browser: Parameters<typeof openLook>[0], address: string) {
  const page = await openLook(browser, product.url, english, person);
  const problems = listenForProblems(page);
  await page.goto(address);
  return { page, problems };
}

// @spec C030 C031 C032
test('the expanded models stay expanded after a reload', async ({ browser }) => {
  const { page, problems } = await open(browser, '/personal');
  const models = page.getByRole('region', { name: 'Available models' });
  await expect(models.getByRole('listitem')).toHaveCount(10);
  await models.getByRole('button', { name: 'Show 4 more' }).click();
  await page.reload();
  await expect(models.getByRole('listitem')).toHaveCount(14);
  expect(problems).toEqual([]);
  await page.context().close();
});

// @spec C036 H068 I069
test('an e-mail address is bound by a mailed code', async ({ browser }) => {
  const { page, problems } = await open(browser, '/personal');
  await page.getByRole('button', { name: 'Connect Email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('ada@example.org');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const code = () => /\b\d{8}\b/.exec(mailServer.mails.join('\n'))?.[0];
  await expect.poll(code).toBeTruthy();
  await dialog.getByLabel('Code').fill(code() as string);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Email address connected')).toBeVisible();
  await expect(page.getByText('ada@example.org')).toBeVisible();

  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(/Test sent/)).toBeVisible();
  await expect.poll(() => mailServer.mails.length).toBe(2);
  expect(problems).toEqual([]);
  await page.context().close();
});

// @spec C036 H072
test('Telegram is bound by its signed widget data and unbound again', async ({ browser }) => {
  const { page, problems } = await open(browser, '/personal');
  await page.route('https://telegram.org/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: telegramWidget() }),
  );
  await page.getByRole('button', { name: 'Connect Telegram' }).click();
  await page.frameLocator('iframe[title="Connect Telegram"]').getByRole('button').click();
  await expect(page.getByText('Telegram connected')).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect Telegram' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Telegram disconnected')).toBeVisible();
  expect(problems).toEqual([]);
  await page.context().close();
});

for (const look of looksWithData) {
  test(`personal settings have no faults in ${look.language}, ${look.theme}, ${look.width}`, async ({
    browser,
  }) => {
    const page = await openLook(browser, product.url, look, person);
    const problems = listenForProblems(page);
    for (const tab of ['bindings', 'security', 'notifications', 'prices']) {
      await page.goto(`/personal?tab=${tab}`);
      await expect(page.locator(`a[aria-current][href$="${tab}"]`)).toBeVisible();
      await expectNoFaults(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

// @spec C037 C038
test('a system token works, and a new password logs other sessions out', async ({ browser }) => {
  const { page, problems } = await open(browser, '/personal?tab=security');
  await page.getByRole('button', { name: 'Generate token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate token' }).click();
  await page.getByRole('button', { name: 'Copy token' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const answer = await fetch(`${product.url}/api/user/self`, {
    headers: { authorization: token, 'new-api-user': String(person.user.id) },
  });
  expect(await answer.json()).toMatchObject({ success: true, data: { username: ada.username } });
  await page.getByRole('button', { name: "I've saved it" }).click();

  const other = await signInByApi(product.url, ada);
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(ada.password);
  await dialog.getByLabel('New password', { exact: true }).fill('another long one');
  await dialog.getByLabel('Confirm new password').fill('another long one');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/Password changed/)).toBeVisible();
  await expect(other.send('GET', '/api/user/self')).rejects.toThrow();
  await person.send('GET', '/api/user/self');
  expect(problems).toEqual([]);
  await page.context().close();
});

// @spec C039 F015 I070
test('a deleted account shows a notice on the login page and cannot sign in', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(ada.username);
  await page.getByLabel('Password', { exact: true }).fill('another long one');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/token$/);
  await page.goto('/personal?tab=security');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(ada.username);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Account deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign in to Tollgate' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await expect(signInByApi(product.url, { ...ada, password: 'another long one' })).rejects.toThrow();
  await page.context().close();
});

/** A button instead of Telegram's; its data is signed with the bot token. */
function telegramWidget(): string {
  const fields = { id: '42', first_name: 'Ada', auth_date: String(Math.floor(Date.now() / 1000)) };
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const hash = createHmac('sha256', createHash('sha256').update(BOT_TOKEN).digest())
    .update(text)
    .digest('hex');
  return `const button = document.createElement('button');
button.textContent = 'Sign in with Telegram';
button.onclick = () => window.onTelegram(${JSON.stringify({ ...fields, hash })});
document.body.append(button);`;
}
