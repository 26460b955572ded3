import type { RouteContribution } from '@tollgate/contract';
import { expect, type Page, test } from './journey.ts';
import { type Look, smallTargets } from './page-checks.ts';
import {
  addressOf,
  contributedRoutes,
  expectToFit,
  MISSING,
  open as openAddress,
  publicPages,
  violations,
} from './page-crawl.ts';
import { findForeignTexts } from './page-texts.ts';
import { type Product, startProduct } from './product.ts';
import { realPages } from './real-pages.ts';
import { openSite, root } from './site.ts';

/** As an email has it. */
const RESET_LINK = '/user/reset?email=a%40b.example&token=t';
const ada = { username: 'ada', password: 'a long password' };
const notice = '# Maintenance\n\nOn **Sunday**.';

test.setTimeout(300_000);
test.use({ actionTimeout: 30_000 });

let product: Product;
let routes: RouteContribution[];
test.beforeAll(async ({ playwright }) => {
  product = await startProduct({ GLOBAL_API_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0' });
  const site = await openSite(product, await playwright.request.newContext());
  await site.addUser(ada.username, ada.password);
  await site.set({ Notice: notice, About: '# Who we are\n\nWe run this.' });
  routes = await contributedRoutes(product.url);
});
test.afterAll(() => product.stop());

// @spec B019
test('the expected pages exist, each for its roles', () => {
  const promised = Object.entries(realPages).map(([path, { access }]) => [path, access]);
  expect(routes.map(({ path, access }) => [path, access]).sort()).toEqual(promised.sort());
});

// @spec B014 B019 B031 B033 B054 C001
test('a visitor can open public pages and logs in for every other', async ({ page }) => {
  const problems = listenForProblems(page);
  for (const path of publicPages) {
    await open(page, path);
    await expect(page).toHaveURL(product.url + path);
  }
  for (const route of routes) {
    await open(page, addressOf(route));
    if (route.path === '/setup') await expect(page).not.toHaveURL(/\/setup/);
    else {
      const isPublic = realPages[route.path]?.access === 'public';
      await expect(page).toHaveURL(isPublic ? product.url + route.path : `${product.url}/login`);
    }
  }
  expect(problems.filter((problem) => !isMissingPage(problem))).toEqual([]);
});

// @spec B014 B019
test('a user opens every page for users, and others show who has access', async ({ page }) => {
  const problems = listenForProblems(page);
  await logIn(page, ada);
  for (const route of routes.filter(({ path }) => path !== '/setup')) {
    await open(page, addressOf(route));
    const forbidden = page.getByRole('heading', { name: "You don't have access to this page" });
    await expect(forbidden).toHaveCount(route.access === 'admin' || route.access === 'root' ? 1 : 0);
  }
  expect(problems).toEqual([]);
});

// @spec A038 B013 B015 B016 B017 B030 B032 B042
test('root opens every page without accessibility faults and without sideways scrolling', async ({
  page,
}) => {
  const problems = listenForProblems(page);
  const found: string[] = [];
  await logIn(page, root);
  for (const [index, route] of routes.filter(({ path }) => path !== '/setup').entries()) {
    await open(page, addressOf(route));
    if (index % 2 === 0) await expectHeading(page, route);
    found.push(...(await lookAtAll(page, index)));
    if (index % 2 === 1) await expectHeading(page, route);
    await expectToFit(page, route.path);
  }
  expect(found).toEqual([]);
  expect(problems).toEqual([]);
});

// @spec A038
test('a visitor opens every public page without accessibility faults and without sideways scrolling', async ({
  page,
}) => {
  const problems = listenForProblems(page);
  const found: string[] = [];
  for (const [index, path] of [...publicPages, RESET_LINK, '/pricing'].entries()) {
    await open(page, path);
    const notice = page.getByRole('dialog').getByRole('button', { name: 'Got it' });
    if (index === 0) await notice.click();
    found.push(...(await lookAtAll(page, index)));
    await expectToFit(page, path);
  }
  expect(found).toEqual([]);
  expect(problems.filter((problem) => !isMissingPage(problem))).toEqual([]);
});

test('every target is large enough for a finger on a phone', async ({ page }) => {
  const missed: string[] = [];
  const look = async (where: string) => {
    missed.push(...(await smallTargets(page)).map((target) => `${where} ${target}`));
  };
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of publicPages) {
    await open(page, path);
    await look(path);
  }
  await logIn(page, root);
  for (const route of routes.filter(({ path }) => path !== '/setup')) {
    await open(page, addressOf(route));
    await look(route.path);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await look('menu');
  expect(missed).toEqual([]);
});

test.describe(() => {
  /** The browser says what the policy blocked. */
  test.use({ expectedLines: /'TrustedHTML' assignment|violates the following Content Security Policy/ });

  test('the page enforces Trusted Types and rejects scripts that were not built with it', async ({
    page,
  }) => {
    const response = await page.goto(product.url);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    const outcome = await page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<b>x</b>';
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcome).toBe('TypeError');
  });

  test('a notice of 40 KB with scripts opens, scrolls inside its dialog and runs nothing', async ({
    page,
    playwright,
  }) => {
    const site = await openSite(product, await playwright.request.newContext());
    const hostile = '<script>top.ran = 1</script><img src=x onerror="top.ran = 2"><p>Read me</p>';
    for (const text of [hostile, `# Long\n\n${hostile}\n\n[run](javascript:top.ran=3)`]) {
      await site.set({ Notice: text.padEnd(40_000, ' and so on') });
      await page.goto(product.url);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      expect((await dialog.boundingBox())?.height).toBeLessThanOrEqual(752);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      await dialog.getByRole('button', { name: 'Got it' }).click();
      await expect(dialog).toHaveCount(0);
    }
    await site.set({ Notice: notice });
  });
});

test('the keyboard alone leads from the home page to a token', async ({ page }) => {
  await page.goto(product.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Got it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await pressUntil(page, 'Sign in');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username or email').waitFor();
  await pressUntil(page, 'Username or email');
  await page.keyboard.type(ada.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'API tokens', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create token' }).first()).toBeVisible();
  await pressUntil(page, 'Create token');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('typed');
  await pressUntil(page, 'Create token');
  await page.keyboard.press('Enter');
  const created = page.getByRole('dialog', { name: 'Token “typed” created' });
  await expect(created.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('row', { name: /typed/ })).toBeVisible();
});

function open(page: Page, path: string): Promise<void> {
  return openAddress(page, product.url + path);
}

/** In English, with which {@link lookAtAll} begins or ends. The statement of a user names the user. */
async function expectHeading(page: Page, { path }: RouteContribution): Promise<void> {
  if (path === '/user/statement/:id') return;
  await lenient(page.getByRole('heading', { level: 1 }), path).toHaveText(realPages[path]?.heading ?? '');
}

async function logIn(page: Page, account: typeof root): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username or email').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/token/);
}

/** The test continues after failures, so that one run reports on every page. */
const lenient = expect.configure({ soft: true });

/** Ordered so that the next page can begin with the last look. Texts do not depend on colors: others with `TEST_ALL=1`. */
const looks: readonly Omit<Look, 'width'>[] = [
  { language: 'en', theme: 'light' },
  ...(process.env.TEST_ALL ? [{ language: 'en', theme: 'dark' } as const] : []),
  { language: 'zh', theme: 'dark' },
  ...(process.env.TEST_ALL ? [{ language: 'zh', theme: 'light' } as const] : []),
];

/**
 * Switches the page to every language and theme by its header menus and returns the faults. Starts in the
 * first look, or every second time in the last.
 */
async function lookAtAll(page: Page, index: number): Promise<string[]> {
  const found: string[] = [];
  for (const [step, look] of (index % 2 ? looks.toReversed() : looks).entries()) {
    await turnTo(page, look);
    if (looks.length === 2 || step % 2 === 0) found.push(...(await violations(page)));
    if (look.language === 'en')
      await expect(page.getByRole('heading', { name: /have access to this page/i, level: 1 })).toHaveCount(0);
    await lenient
      .poll(() => findForeignTexts(page, look.language), { message: `${page.url()} in ${look.language}` })
      .toEqual([]);
  }
  return found;
}

/** Clicks that reach the header even under a drawer, like a choice in another tab would. */
async function turnTo(page: Page, { language, theme }: Omit<Look, 'width'>): Promise<void> {
  const html = page.locator('html');
  const choose = async (menu: RegExp, entry: RegExp) => {
    const hidden = { includeHidden: true };
    await page.getByRole('button', { name: menu, ...hidden }).dispatchEvent('click');
    await page.getByRole('menuitemradio', { name: entry, ...hidden }).dispatchEvent('click');
  };
  if ((await html.getAttribute('data-theme')) !== theme)
    await choose(/^(Theme|主题)/, theme === 'dark' ? /^(Dark|深色)/ : /^(Light|浅色)/);
  if (!(await html.getAttribute('lang'))?.startsWith(language))
    await choose(/^(Language|语言)/, language === 'zh' ? /^中文$/ : /^English$/);
  await expect(html).toHaveAttribute('data-theme', theme);
  await expect(html).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
  await expect(page).toHaveTitle(language === 'zh' ? /\p{Script=Han}.* – /u : /^[\p{Script=Latin}\P{L}]+$/u);
}

/** Presses Tab until an element with this name has the focus. */
async function pressUntil(page: Page, name: string): Promise<void> {
  const names = new Set<string>();
  for (let count = 0; count < 60; count++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
    });
    if (focused === name) return;
    names.add(focused);
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${name}, only ${[...names].join(', ')}.`);
}

/** A browser's message about a page with status 404, which shows "not found". */
function isMissingPage(problem: string): boolean {
  return problem.startsWith(`${product.url}${MISSING} `) && problem.includes('status of 404');
}

function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && problems.push(`${page.url()} ${message.text()}`),
  );
  page.on('pageerror', (error) => problems.push(`${page.url()} ${error}`));
  return problems;
}
