import { expect, type Page, test } from './journey.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type Product, startProduct } from './product.ts';
import { openSite } from './site.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let mail: MailServer;
let site: Awaited<ReturnType<typeof openSite>>;
test.beforeAll(async ({ playwright }) => {
  mail = await startMailServer();
  product = await startProduct({ SSRF_ALLOW: '127.0.0.0/8', CRITICAL_RATE_LIMIT: '0' });
  site = await openSite(product, await playwright.request.newContext());
  await site.set({
    ServerAddress: product.url,
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mail.port),
    SMTPFrom: 'gate@example.com',
    EmailDomainRestrictionEnabled: 'false',
  });
});
test.afterAll(() => Promise.all([product.stop(), mail.stop()]));

// @spec A005 H047 H050 C023
test('a visitor verifies an address by the mailed code, registers and logs in', async ({ page }) => {
  await site.set({ EmailVerificationEnabled: 'true' });
  await page.goto(`${product.url}/login`);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByLabel('Confirm password').fill('a long password');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
  await expect.poll(() => codeIn(mail.mails.at(-1))).toBeTruthy();
  await page.getByLabel('Verification code').fill(codeIn(mail.mails.at(-1)) ?? '');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, 'ada', 'a long password');
  await expect(page.getByRole('button', { name: "ada's account" })).toBeVisible();
});

// @spec B018 B058 H052 H054 C164
test('the mailed link sets a new password that logs in, and the old one does not', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.url}/reset`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(/we've sent a link/)).toBeVisible();
  await expect.poll(() => linkIn(mail.mails.at(-1))).toBeTruthy();

  await page.goto(linkIn(mail.mails.at(-1)) ?? '');
  await page.getByRole('button', { name: 'Reset password' }).click();
  const shown = page.getByRole('main').locator('code');
  await expect(shown).toBeVisible();
  const password = (await shown.textContent()) ?? '';
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);

  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await logInBy(page, 'ada', 'a long password');
  await expect(page.getByRole('alert').first()).toContainText('Wrong username or password');
  await logIn(page, 'ada@example.com', password);
});

// @spec F012 H045 H046 C019
test('the Turnstile widget passes its token through its own frame to the login', async ({ page }) => {
  const problems = listenForProblems(page);
  const sent: string[] = [];
  await site.set({ TurnstileSiteKey: 'site', TurnstileSecretKey: 'secret', TurnstileCheckEnabled: 'true' });
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FAKE_TURNSTILE }),
  );
  await page.route('**/api/user/login**', (route) => {
    sent.push(new URL(route.request().url()).searchParams.get('turnstile') ?? '');
    return route.fulfill({ json: { success: false, message: 'x', code: 'login_failed', details: {} } });
  });
  await page.goto(`${product.url}/login`);
  await expect(
    page.frameLocator('iframe[title="Verify you\'re human"]').getByText('checked for site'),
  ).toBeVisible();
  await logInBy(page, 'ada', 'a long password');
  await expect.poll(() => sent).toEqual(['token-1']);
  expect(problems).toEqual([]);
  await site.set({ TurnstileCheckEnabled: 'false' });
});

// @spec C018 H069 H070
test('the Telegram widget passes its user on, and the gateway verifies the signature', async ({ page }) => {
  await site.set({ TelegramBotToken: '7:secret', TelegramBotName: 'gate_bot', TelegramOAuthEnabled: 'true' });
  await page.route('https://telegram.org/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FAKE_TELEGRAM }),
  );
  const loginRequest = page.waitForRequest(/\/api\/oauth\/telegram\/login/);
  await page.goto(`${product.url}/login`);
  await page.frameLocator('iframe[title="Sign in with Telegram"]').getByRole('button').click();
  expect(Object.fromEntries(new URL((await loginRequest).url()).searchParams)).toEqual({
    id: '42',
    first_name: 'Ada',
    auth_date: '1763640000',
    hash: 'forged',
    lang: 'en',
  });
  await expect(page.getByRole('region', { name: 'Other ways to sign in' }).getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await site.set({ TelegramOAuthEnabled: 'false' });
});

// @spec E117
test('a sign-in that another browser started is rejected and leads back', async ({ page }) => {
  await page.goto(`${product.url}/oauth/github?code=c&state=not-ours`);
  await expect(page.getByRole('heading', { name: 'Sign-in with GitHub failed' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('the account entry pages are available in Chinese', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'));
  await page.goto(`${product.url}/register`);
  await page.getByRole('button', { name: '创建账号' }).click();
  await expect(page.getByRole('alert')).toHaveText('请输入用户名');
  await page.goto(`${product.url}/user/reset`);
  await expect(page.getByRole('alert')).toContainText('链接不完整');
});

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await logInBy(page, username, password);
  await expect(page).toHaveURL(/\/token/);
}

async function logInBy(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

function codeIn(mail: string | undefined): string | undefined {
  const [, ...body] = mail?.split('\r\n\r\n') ?? [];
  return /\b\d{8}\b/.exec(body.join('\n'))?.[0];
}

function linkIn(text: string | undefined): string | undefined {
  return /https?:\/\/[^\s"<>]+\/user\/reset\?[^\s"<>]+/.exec(text ?? '')?.[0].replaceAll('&amp;', '&');
}

function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

const FAKE_TURNSTILE = `let count = 0;
window.turnstile = { render(box, options) {
  box.textContent = 'checked for ' + options.sitekey;
  options.callback('token-' + ++count);
} };
window.onTurnstile();`;

/** Like the real script, it turns the text of data-onauth into a function. */
const FAKE_TELEGRAM = `const { onauth } = document.currentScript.dataset;
const hand = eval('(function (user) {' + onauth + '})');
const button = document.createElement('button');
button.textContent = 'Sign in with Telegram';
button.onclick = () => hand({ id: 42, first_name: 'Ada', auth_date: 1763640000, hash: 'forged' });
document.body.append(button);`;
