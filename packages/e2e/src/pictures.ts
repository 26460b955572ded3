import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Language } from '@tollgate/contract';
import { browserOptions } from '@tollgate/tooling/browser';
import OpenAI from 'openai';
import { startProduct } from './product.ts';
import { startProvider } from './provider.ts';
import { seed } from './seed.ts';

/**
 * Updates the pictures of the README and the docs: `node packages/e2e/src/pictures.ts`, after a build. The product
 * runs on a new data folder with a month of calls and a few channels and tokens.
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
  await take(session, { name: 'console-light', at: '/log', act: openFirstRow });
  await take(session, { name: 'tokens-dark-zh', at: '/token', theme: 'dark', language: 'zh' });
  await take(session, { name: 'playground-phone', at: '/playground', width: 390, act: say });
  await takeSheet(undefined, { name: 'sheet-home', at: '/' });
  await takeSheet(session, { name: 'sheet-dashboard', at: '/detail', act: closeGetStarted });
  await takeSheet(session, { name: 'sheet-log', at: '/log' });
  await takeSheet(session, { name: 'sheet-settings', at: '/setting?tab=operation' });
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

async function take(session: Session | undefined, picture: Picture): Promise<void> {
  const page = await show(session, picture);
  await save(await page.screenshot(), picture.name);
  await page.context().close();
}

/** One page in light and dark, in both languages, on a desk and on a phone, in one picture. */
async function takeSheet(session: Session | undefined, picture: Picture): Promise<void> {
  const looks = [
    { theme: 'light', language: 'en', width: 1280 },
    { theme: 'light', language: 'en', width: 390 },
    { theme: 'dark', language: 'zh', width: 390 },
    { theme: 'dark', language: 'zh', width: 1280 },
  ] as const;
  const images: string[] = [];
  for (const look of looks) {
    const page = await show(session, { ...picture, ...look });
    const data = (await page.screenshot()).toString('base64');
    images.push(`<img class="w${look.width}" src="data:image/png;base64,${data}">`);
    await page.context().close();
  }
  const page = await browser.newPage({ viewport: { width: 1550, height: 830 } });
  await page.setContent(`<style>
    body { display: grid; grid-template: repeat(2, 395px) / 703px repeat(2, 399px); gap: 8px; margin: 16px; }
    body { place-content: center; background: #e4ebe9; }
    img { width: 100%; height: 100%; border-radius: 6px; object-fit: cover; object-position: top; }
    .w390 { grid-row: 1 / 3; }
    .w1280:last-child { grid-area: 2 / 1; }
  </style>${images.join('')}`);
  await save(await page.screenshot(), picture.name);
  await page.close();
}

async function show(session: Session | undefined, picture: Picture): Promise<Page> {
  const { at, theme = 'light', language = 'en', width = 1280, act } = picture;
  const viewport = { width, height: width > 600 ? 720 : 780 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5, reducedMotion: 'reduce' });
  const [key = '', value = ''] = session?.cookie.split('=') ?? [];
  if (session) await context.addCookies([{ name: key, value, url: product.url }]);
  await context.addInitScript((stored) => Object.assign(localStorage, stored), {
    ...(session && { user: JSON.stringify(session.user) }),
    'theme-mode': theme,
    i18nextLng: language,
  });
  const page = await context.newPage();
  await page.goto(product.url + at, { waitUntil: 'networkidle' });
  await act?.(page);
  await page.waitForTimeout(400); // the last fade
  return page;
}

/** As WebP, which is a third of PNG. Playwright cannot write it, the browser can. */
async function save(png: Buffer, name: string): Promise<void> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(url.split(',')[1] ?? '', 'base64'));
  await page.close();
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody tr').first().click();
}

async function closeGetStarted(page: Page): Promise<void> {
  await page.locator('.get-started button').click();
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
