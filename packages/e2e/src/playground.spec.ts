import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect as standard, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { openSite, root } from './site.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

let product: Product;
let provider: Provider;
let chat: Server;
let chatUrl: string;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  provider = await startProvider();
  chat = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Chat</title><p>Chat of somebody else</p>');
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  chatUrl = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`;
  product = await startProduct({
    GLOBAL_API_RATE_LIMIT: '0',
    GLOBAL_WEB_RATE_LIMIT: '0',
    SSRF_ALLOW: '127.0.0.0/8',
  });
  const site = await openSite(product, await playwright.request.newContext());
  await site.set({ Chats: JSON.stringify([{ 'Next Chat': `${chatUrl}/#key={key}` }]) });
  person = await signInByApi(product.url, root);
  await person.send('POST', '/api/channel/', {
    type: 1,
    name: 'local',
    key: 'k',
    base_url: provider.url,
    models: 'gpt-4o-mini,deepseek-chat',
  });
});
test.afterAll(async () => {
  await Promise.all([product.stop(), provider.stop()]);
  chat.closeAllConnections();
  await new Promise((resolve) => chat.close(resolve));
});

// @spec E124
test('a chat without a token links to the page that creates one', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!, person);
  await page.goto('/chat/0');
  await expect(page).toHaveURL(/\/token$/);
  await page.context().close();
});

// @spec B046 B047 B049
test("a chat is shown in a frame with the user's key, or opened outside of the console", async ({
  browser,
}) => {
  await person.send('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
  const page = await openLook(browser, product.url, looks[0]!, person);
  const problems = listenForProblems(page);
  for (const address of ['/chat', '/chat/0']) {
    await page.goto(address);
    await expect(page.frameLocator('iframe').getByText('Chat of somebody else')).toBeVisible();
    expect(await page.locator('iframe').getAttribute('src')).toMatch(/#key=sk-\w{48}$/);
  }
  await page.goto('/chat2link');
  await expect(page).toHaveURL(new RegExp(`^${chatUrl}/#key=sk-`));
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a prompt is sent, regenerated and edited', async ({ browser }) => {
  const page = await openLook(browser, product.url, looks[0]!, person);
  const problems = listenForProblems(page);
  await page.goto('/playground');
  await page.getByRole('textbox', { name: 'Message' }).fill('Helo');
  await page.keyboard.press('Enter');
  const reply = page.locator('li[data-status="complete"]').last();
  await expect(reply).toContainText('Hello from the provider');
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => provider.calls.length).toBe(2);
  await expect(reply).toContainText('Hello from the provider');
  await page.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect.poll(() => provider.calls.length).toBe(3);
  expect(JSON.stringify(provider.calls[2]?.body.messages)).not.toContain('Helo"');
  await page.getByRole('button', { name: 'View request', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('[DONE]');
  await expectNoFaults(page);
  expect(problems).toEqual([]);
  await page.context().close();
});

const sideBySide = {
  en: {
    compare: 'Compare with',
    box: 'Message',
    tokens: '120 in, 80 out',
    code: 'Get code',
    codeTitle: 'Code for this chat',
    history: 'History',
    chats: 'Chat history',
  },
  zh: {
    compare: '对比模型',
    box: '消息',
    tokens: '输入 120，输出 80',
    code: '获取代码',
    codeTitle: '此对话的代码',
    history: '历史',
    chats: '对话历史',
  },
} as const;

for (const look of looksWithData)
  test(`two models answer side by side with what they cost, as code and in the history (${look.language})`, async ({
    browser,
  }) => {
    const say = sideBySide[look.language];
    const page = await openLook(browser, product.url, look, person);
    const problems = listenForProblems(page);
    await page.goto('/playground');
    if (look.width < 600) await page.getByRole('button', { name: '设置' }).click();
    await page.getByRole('combobox', { name: say.compare }).click();
    await page.getByRole('option', { name: 'deepseek-chat' }).click();
    await page.keyboard.press('Escape');
    if (look.width < 600) await page.getByRole('button', { name: '设置' }).click();
    const before = provider.calls.length;
    await page.getByRole('textbox', { name: say.box }).fill('Which of you is faster?');
    await page.keyboard.press('Enter');
    for (const model of ['gpt-4o-mini', 'deepseek-chat']) {
      const lane = page.getByRole('region', { name: model });
      await expect(lane.locator('li[data-status="complete"]').last()).toContainText(
        'Hello from the provider',
      );
      await expect(lane.getByText(say.tokens)).toBeVisible();
    }
    expect(provider.calls.slice(before).map(({ body }) => body.model)).toEqual([
      'gpt-4o-mini',
      'deepseek-chat',
    ]);
    // Axe takes what the panel has scrolled out of sight for a neighbor of the buttons above it.
    await page
      .locator('.playground-settings')
      .evaluateAll((panels) => panels.forEach((panel) => void panel.scrollTo(0, 0)));
    // And what the page has scrolled below the header is no target.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoFaults(page);

    await page.getByRole('button', { name: say.code }).click();
    const code = page.getByRole('dialog', { name: say.codeTitle });
    await expect(code).toContainText('Which of you is faster?');
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: say.history }).click();
    const chats = page.getByRole('dialog', { name: say.chats });
    await expectNoFaults(page);
    await chats.getByRole('button', { name: /^Which of you is faster/ }).click();
    await expect(page.getByText('Hello from the provider').first()).toBeVisible();
    expect(problems).toEqual([]);
    await page.context().close();
  });

test('a provider that refuses its key does not end the session of the user', async ({ browser }) => {
  const channel = { type: 1, name: 'refused', key: 'wrong', base_url: provider.url, models: 'gpt-4o' };
  await person.send('POST', '/api/channel/', channel);
  const page = await openLook(browser, product.url, looks[0]!, person);
  await page.goto('/playground');
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'gpt-4o', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.locator('li[data-status="error"]')).toContainText('Incorrect API key provided');
  await page.goto('/token');
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible();
  await page.context().close();
});

for (const look of looksWithData) {
  test(`playground and chat have no faults (${Object.values(look).join(', ')})`, async ({ browser }) => {
    const page = await openLook(browser, product.url, look, person);
    await page.goto('/playground');
    await expect(page.locator('.playground-examples li')).toHaveCount(4);
    await expectNoFaults(page);
    await page.goto('/chat/7');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoFaults(page);
    await page.context().close();
  });
}
