import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Language } from '@tollgate/contract';
import { browserOptions } from '@tollgate/tooling/browser';
import OpenAI from 'openai';
import { startProduct } from './product.ts';
import { startProvider } from './provider.ts';
import { seed } from './seed.ts';

/**
 * Updates the screenshots of the README: `node packages/e2e/src/pictures.ts`, after a build. The product runs
 * on a new data folder with a month of calls and a few channels and tokens.
 */
const folder = path.resolve(import.meta.dirname, '../../../docs/images');
const MONTH = { users: 30, tokens: 40, codes: 0, calls: 8000, models: 0, drawings: 0, tasks: 0 };
const account = { username: 'root', password: 'gatekeeper-1' };
const product = await startProduct();
const provider = await startProvider();
const browser = await chromium.launch(browserOptions());
mkdirSync(folder, { recursive: true });
try {
  const session = await setUp();
  await seed({ DATA_DIR: path.dirname(product.consoleDir) }, MONTH);
  await makeCalls(session);
  await take(browser, session, { name: 'console-light', at: '/log', act: unfoldFirstRow });
  await take(browser, session, { name: 'tokens-dark-zh', at: '/token', theme: 'dark', language: 'zh' });
  await take(browser, session, { name: 'playground-phone', at: '/playground', width: 390, act: say });
} finally {
  await Promise.all([browser.close(), product.stop(), provider.stop()]);
}

interface Session {
  cookie: string;
  user: { id: number };
}

interface Picture {
  name: string;
  at: string;
  theme?: 'light' | 'dark';
  language?: Language;
  width?: number;
  act?: (page: Page) => Promise<void>;
}

async function setUp(): Promise<Session> {
  await send('POST', '/api/setup', { ...account, confirmPassword: account.password });
  const { data, cookie } = await send('POST', '/api/user/login', account);
  return { cookie, user: data as Session['user'] };
}

async function makeCalls(session: Session): Promise<void> {
  const models = 'gpt-4o-mini,gpt-4o,claude-3-5-haiku-20241022,deepseek-chat';
  for (const name of ['OpenAI', 'DeepSeek'])
    await send('POST', '/api/channel/', { type: 1, name, key: 'k', base_url: provider.url, models }, session);
  const keys: string[] = [];
  for (const [name, remain_quota] of [
    ['production', 25_000_000],
    ['laptop', 5_000_000],
    ['nightly evaluation', 500_000],
  ] as const) {
    const { data } = await send('POST', '/api/token/', { name, remain_quota }, session);
    keys.push(`sk-${(data as { key: string }).key}`);
  }
  for (let index = 0; index < 12; index++) {
    const client = new OpenAI({ baseURL: `${product.url}/v1`, apiKey: keys[index % keys.length] });
    Object.assign(provider.usage, { prompt_tokens: 140 + index * 37, completion_tokens: 60 + index * 53 });
    const model = models.split(',')[index % 4] as string;
    await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] });
  }
}

async function take(from: Browser, { cookie, user }: Session, picture: Picture): Promise<void> {
  const { name, at, theme = 'light', language = 'en', width = 1280, act } = picture;
  const viewport = { width, height: width > 600 ? 720 : 780 };
  const context = await from.newContext({ viewport, deviceScaleFactor: 1.5 });
  const [key = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name: key, value, url: product.url }]);
  await context.addInitScript((stored) => Object.assign(localStorage, stored), {
    user: JSON.stringify(user),
    'theme-mode': theme,
    i18nextLng: language,
  });
  const page = await context.newPage();
  await page.goto(product.url + at, { waitUntil: 'networkidle' });
  await act?.(page);
  await page.waitForTimeout(400); // the last fade
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await context.close();
}

async function unfoldFirstRow(page: Page): Promise<void> {
  await page.locator('tbody tr').first().click();
}

async function say(page: Page): Promise<void> {
  await page.locator('textarea').last().fill('What is a toll gate?');
  await page.keyboard.press('Enter');
  await page.locator('li[data-status="complete"]').last().waitFor();
}

async function send(method: string, at: string, body: object, session?: Session) {
  const signed = session && { cookie: session.cookie, 'new-api-user': String(session.user.id) };
  const headers = { 'content-type': 'application/json', origin: product.url, ...signed };
  const response = await fetch(product.url + at, { method, headers, body: JSON.stringify(body) });
  const { success, message, data } = (await response.json()) as {
    success: boolean;
    message: string;
    data: unknown;
  };
  if (!success) throw new Error(`${method} ${at}: ${message}`);
  return { data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
