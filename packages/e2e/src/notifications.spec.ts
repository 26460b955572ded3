import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, test } from './journey.ts';
import { openAsRoot } from './opened-console.ts';
import { expectNoFaults, type JourneyLanguage, looksWithData, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let provider: Provider;
let root: ConsoleApi;
let key: string;
test.beforeAll(async () => {
  provider = await startProvider();
  product = await startProduct({ ...noLimits, SSRF_ALLOW: '127.0.0.0/8' });
  root = await openAsRoot(product);
  await root.send('PUT', '/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' });
  await root.send('POST', '/api/user/', { username: 'ada', password: 'gatekeeper-2', display_name: 'Ada' });
  const token = await root.send('POST', '/api/token/', { name: 'robot', unlimited_quota: true });
  ({ key } = token as { key: string });
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

const words: Record<
  JourneyLanguage,
  { quiet: string; one: string; title: string; news: RegExp; all: string; none: RegExp }
> = {
  en: {
    quiet: 'Notifications',
    one: 'Notifications: 1 unread',
    title: 'Notifications',
    news: /^Channel trial-1280 was disabled automatically/,
    all: 'Mark all as read',
    none: /^Nothing new/,
  },
  zh: {
    quiet: '通知',
    one: '通知：1 条未读',
    title: '通知',
    news: /^渠道 trial-390 已自动禁用/,
    all: '全部标为已读',
    none: /^暂无通知/,
  },
};

for (const look of looksWithData)
  test(`an open page tells of a channel that a provider refuses, and leads to it (${look.language})`, async ({
    browser,
  }) => {
    const say = words[look.language];
    const page = await openLook(browser, product.url, look, root);
    const events = page.waitForRequest('**/api/console/events');
    await page.goto('/about');
    await expect(page.getByRole('button', { name: say.quiet, exact: true })).toBeVisible();
    await events;

    await refuseCall(`trial-${look.width}`);
    await page.getByRole('button', { name: say.one }).click();
    const inbox = page.getByRole('dialog', { name: say.title });
    await expectNoFaults(page);
    await inbox.getByRole('link', { name: say.news }).click();
    await expect(page).toHaveURL(/\/channel\/edit\/\d+$/);
    await expect(inbox).toBeHidden();

    await page.goto('/about');
    await page.getByRole('button', { name: say.quiet, exact: true }).click();
    await expect(inbox.getByRole('link', { name: say.news })).toBeVisible();
    await expect(inbox.getByRole('button', { name: say.all })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: say.quiet, exact: true })).toBeFocused();
    await page.context().close();
  });

for (const look of looksWithData)
  test(`a user sees nothing of the channels (${look.language})`, async ({ browser }) => {
    const ada = await signInByApi(product.url, { username: 'ada', password: 'gatekeeper-2' });
    const page = await openLook(browser, product.url, look, ada);
    await page.goto('/about');
    await page.getByRole('button', { name: words[look.language].quiet, exact: true }).click();
    await expect(page.getByText(words[look.language].none)).toBeVisible();
    await expectNoFaults(page);
    await page.context().close();
  });

/** Adds a channel whose key the provider refuses, and calls its model until the channel is disabled. */
async function refuseCall(name: string): Promise<void> {
  const channel = { type: 1, name, key: 'wrong', base_url: provider.url, models: 'gpt-4o-mini' };
  await root.send('POST', '/api/channel/', channel);
  await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
  }).then((response) => response.text());
}
