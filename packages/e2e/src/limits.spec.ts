import { type ConsoleApi, signInByApi } from './console-api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectNoFaults, listenForProblems, looks, looksWithData, openLook } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { openSite, root } from './site.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let provider: Provider;
let person: ConsoleApi;
let token: { id: number; key: string };
test.beforeAll(async ({ playwright }) => {
  provider = await startProvider();
  product = await startProduct({
    ...{ GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0', SSRF_ALLOW: '127.0.0.0/8' },
  });
  await openSite(product, await playwright.request.newContext());
  person = await signInByApi(product.url, root);
  const channel = { type: 1, name: 'local', key: 'sk-up', base_url: provider.url, models: 'gpt-4o-mini' };
  await person.send('POST', '/api/channel/', channel);
  token = (await person.send('POST', '/api/token/', {
    name: 'robot',
    unlimited_quota: true,
  })) as typeof token;
});
test.afterAll(() => Promise.all([product.stop(), provider.stop()]));

const english = looks[0]!;

/** One call takes 200 tokens. */
async function send(): Promise<number> {
  const response = await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model: 'gpt-4o-mini', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
    }),
  });
  await response.text();
  return response.status;
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: field }).click();
  await drawer.getByRole('option', { name: option, exact: true }).click();
}

test('an administrator tries a limit on past calls, creates it, and calls beyond it are refused', async ({
  browser,
}) => {
  expect([await send(), await send(), await send()]).toEqual([200, 200, 200]);
  const page = await openLook(browser, product.url, english, person);
  const problems = listenForProblems(page);
  await page.goto('/limit');
  await expect(page.getByText('No limits yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create limit' }).first().click();
  const drawer = page.getByRole('dialog');
  await choose(page, 'Applies to', 'API token');
  await choose(page, 'What is limited', 'Text tokens');
  await drawer.getByLabel('Maximum').fill('450');
  await expect(drawer.getByText('Each API token: at most 450 tokens a day')).toBeVisible();

  const trial = drawer.getByRole('status').filter({ hasText: 'Would have rejected' });
  await expect(async () => {
    await drawer.getByRole('button', { name: 'Try on the last 7 days' }).click();
    await expect(trial).toContainText(
      'Would have rejected 1 request of 1 user, out of 3 requests in the last 7 days.',
      { timeout: 1000 },
    );
  }).toPass(); // Rows of the log come a moment after their calls.
  await drawer.getByRole('button', { name: 'Create limit' }).click();
  await expect(page.getByRole('row', { name: /Each API token: at most 450 tokens a day/ })).toBeVisible();

  // Another gateway's cache takes up to a second; this one has it at once.
  expect([await send(), await send()]).toEqual([200, 200]);
  // In the last hour of the day waiting helps, and the status says so.
  expect([403, 429]).toContain(await send());
  await page.reload();
  const close = page.getByRole('list', { name: 'Close to their limit' });
  await expect(close.getByRole('listitem')).toContainText('API token robot');
  await expect(close.getByRole('listitem')).toContainText('400 of 450 tokens used');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a person sees the limit of a token in the list, its drawer and the wallet', async ({ browser }) => {
  const page = await openLook(browser, product.url, english, person);
  await page.goto('/token');
  await expect(page.getByRole('row', { name: /robot/ })).toContainText('50 of 450 tokens left');
  await page.getByRole('row', { name: /robot/ }).getByRole('button', { name: 'Edit' }).click();
  const limits = page.getByRole('dialog').getByRole('region', { name: 'Limits' });
  await expect(limits).toContainText('At most 450 tokens a day');
  await page.goto('/topup');
  await expect(page.getByRole('list', { name: 'Limits' })).toContainText('API token robot');
  await page.context().close();
});

test('a raised limit admits the next call, and the history shows what was used', async ({ browser }) => {
  const page = await openLook(browser, product.url, english, person);
  await page.goto('/limit');
  const row = page.getByRole('row', { name: /Each API token/ });
  await row.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Maximum').fill('1000');
  await drawer.getByRole('button', { name: 'Save limit' }).click();
  await expect(page.getByText('Limit updated')).toBeVisible();
  expect(await send()).toBe(200);

  // The end of a call is booked a moment after its answer.
  await expect(async () => {
    await page.goto('/limit');
    await row.getByRole('button', { name: 'Usage over time' }).click();
    const used = page.getByRole('dialog').getByRole('row', { name: /robot/ });
    await expect(used).toContainText('600 tokens', { timeout: 2000 });
  }).toPass();
  await page.context().close();
});

test('users, channels and groups show their limits and lead to the page that sets them', async ({
  browser,
}) => {
  const daily = { resource: 'quota', amount: 500_000, window: 'day' };
  await person.send('POST', '/api/limit/', {
    ...daily,
    scope: 'user',
    scope_id: 'each',
    name: 'For each user',
  });
  await person.send('POST', '/api/limit/', { ...daily, scope: 'channel', scope_id: 1, name: 'Contract' });
  await person.send('POST', '/api/limit/', { ...daily, scope: 'group', scope_id: 'default', name: 'Team' });
  const page = await openLook(browser, product.url, english, person);

  await page.goto('/user/edit/1');
  const ofUser = page.getByRole('dialog').getByRole('region', { name: 'Limits' });
  await expect(ofUser).toContainText('For each user');
  await expect(ofUser).toContainText('Group · Team');

  await page.goto('/channel/edit/1');
  const ofChannel = page.getByRole('dialog').getByRole('region', { name: 'Limits' });
  await expect(ofChannel).toContainText('Contract');
  await ofChannel.getByRole('link', { name: 'Set limits' }).click();
  await expect(page).toHaveURL(/\/limit\?scope=channel&scope_id=1/);
  await expect(page.getByRole('row', { name: /Contract/ })).toBeVisible();

  await page.goto('/setting?tab=operation');
  await expect(page.getByRole('region', { name: 'Limits of groups' })).toContainText('Group default · Team');
  await page.context().close();
});

for (const look of looksWithData) {
  test(`the page of limits has no faults (${Object.values(look).join(', ')})`, async ({ browser }) => {
    const page = await openLook(browser, product.url, look, person);
    const problems = listenForProblems(page);
    await page.goto('/limit');
    await expect(page.getByText('For each user').first()).toBeVisible();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
}
