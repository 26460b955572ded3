import { rmSync } from 'node:fs';
import path from 'node:path';
import OpenAI from 'openai';
import { expect, type Page, test } from './journey.ts';
import { type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';

const account = { name: 'root', password: 'gatekeeper-1' };
/** Defaults of the gateway for gpt-4o-mini and the group `default`. */
const MODEL_RATIO = 0.075;
const COMPLETION_RATIO = 4;
const GROUP_RATIO = 1;

test.describe.configure({ mode: 'serial' });
/** The files of an area that are missing. */
test.use({ expectedLines: /^Refused to (apply style|execute script)/ });

let product: Product;
let provider: Provider;
test.beforeAll(async () => {
  [product, provider] = await Promise.all([startProduct(), startProvider()]);
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

test('a new gateway completes the way from an empty data folder to a relayed, billed, logged call', async ({
  page,
}) => {
  const problems = listenForProblems(page);
  await setUp(page);
  await addChannel(page);
  const apiKey = await createToken(page);

  const client = new OpenAI({ baseURL: `${product.url}/v1`, apiKey });
  expect(await callPlain(client)).toBe('Hello from the provider');
  expect(await callStreamed(client)).toBe('Hello from the provider');
  expect(provider.calls.map(({ authorization }) => authorization)).toEqual([
    'Bearer sk-upstream',
    'Bearer sk-upstream',
  ]);

  const { prompt_tokens: prompt, completion_tokens: completion } = provider.usage;
  const cost = Math.round((prompt + completion * COMPLETION_RATIO) * MODEL_RATIO * GROUP_RATIO);
  await seeInLog(page, cost);
  await tryPlayground(page);
  expect(problems).toEqual([]);
});

test('with the files of one area missing, other areas and the menu work and a retry is offered', async ({
  page,
}) => {
  await page.goto(`${product.url}/login`);
  await logIn(page);
  const folder = path.join(product.consoleDir, 'mfe-logs/dist');
  rmSync(folder, { recursive: true });

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Usage log' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/log/);

  for (const [link, heading] of [
    ['API tokens', 'API tokens'],
    ['Channels', 'Channels'],
    ['System settings', 'System settings'],
    ['Playground', 'Playground'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

async function setUp(page: Page): Promise<void> {
  await page.goto(product.url);
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByLabel('Username').fill(account.name);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page).toHaveURL(/\/detail/);
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Username or email').fill(account.name);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).last().click();
  await expect(page).toHaveURL(/\/token/);
}

async function addChannel(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('local');
  await drawer.getByLabel('Base URL').fill(provider.url);
  await drawer.getByLabel('Key', { exact: true }).fill('sk-upstream');
  await drawer.getByRole('button', { name: /Add all of OpenAI/ }).click();
  await drawer.getByRole('button', { name: 'Create channel' }).click();
  await page
    .getByRole('dialog', { name: '“local” is on' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await expect(page.getByRole('row', { name: /local/ })).toBeVisible();
}

/** Returns the key from the clipboard. */
async function createToken(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('journey');
  await drawer.getByRole('button', { name: 'Create token' }).click();
  const created = page.getByRole('dialog', { name: 'Token “journey” created' });
  await created.getByRole('button', { name: 'Copy key' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sk-[\w]{48}$/);
  await page.keyboard.press('Escape');
  await expect(created).toBeHidden();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function callPlain(client: OpenAI): Promise<string | null | undefined> {
  const answer = await client.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'Hi' }],
  });
  return answer.choices[0]?.message.content;
}

async function callStreamed(client: OpenAI): Promise<string> {
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const stream = await client.chat.completions.create({ model: 'gpt-4o-mini', messages, stream: true });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  return text;
}

const UNITS_PER_DOLLAR = 500_000;

/** Both calls are in the log with the exact cost, and a receipt adds up to it. */
async function seeInLog(page: Page, cost: number): Promise<void> {
  await page.getByRole('link', { name: 'Usage log' }).click();
  const rows = page.getByRole('row', { name: /gpt-4o-mini/ });
  // Rows are written up to a second after their call.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rows).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  await rows.first().click();
  await expect(page.getByText(`$${(cost / UNITS_PER_DOLLAR).toFixed(6)}`).first()).toBeVisible();
  await expect(page.getByText('Charged by the token counts that the provider reported.')).toBeVisible();
}

async function tryPlayground(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('listitem').last()).toContainText('Hello from the provider');
  await expect(page.getByRole('listitem').last()).toHaveAttribute('data-status', 'complete');
}

/** Collects page errors and CSP violations. */
function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') problems.push(line.text());
  });
  return problems;
}
