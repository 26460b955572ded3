import { expect, test } from './journey.ts';
import { expectNoFaults, looks, looksWithData, openLook } from './page-checks.ts';
import { openRealisticSite } from './realistic-site.ts';

test.describe.configure({ mode: 'serial' });

let site: Awaited<ReturnType<typeof openRealisticSite>>;
test.beforeAll(async () => {
  site = await openRealisticSite();
});
test.afterAll(() => site.stop());

/** As large as the largest public list. */
function largeList(): string {
  const rows: Record<string, object> = {
    'deepseek-chat': { input_cost_per_token: 1e-7, output_cost_per_token: 4e-7 },
    'gpt-4o': { input_cost_per_token: 9e-6, output_cost_per_token: 3.6e-5 },
  };
  for (let index = 0; index < 3000; index++)
    rows[`vendor/model-${index}`] = {
      input_cost_per_token: index * 1e-9,
      output_cost_per_token: index * 2e-9,
      notes: 'x'.repeat(900),
    };
  return JSON.stringify(rows);
}

test('a price list is uploaded and compared, and the catalogue shows what was applied', async ({
  browser,
}) => {
  const page = await openLook(browser, site.url, looks[0]!, site.root);
  await page.goto('/prices');
  await page.getByRole('button', { name: 'Update prices' }).click();
  const drawer = page.getByRole('dialog', { name: 'Update prices' });
  await drawer.getByText('This version of Tollgate', { exact: true }).click();
  const list = { name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(largeList()) };
  expect(list.buffer.length).toBeGreaterThan(2_500_000);
  await drawer.getByLabel(/Or a file/).setInputFiles(list);
  await drawer.getByRole('button', { name: 'Compare' }).click();
  await expect(drawer.getByRole('status')).toContainText('The lists have 3002 models.');
  await expect(drawer.getByText('+260%')).toBeVisible();
  await expectNoFaults(page);
  await drawer.getByRole('button', { name: 'Select all price cuts' }).click();
  await drawer.getByRole('button', { name: 'Apply 1 price' }).click();
  await expect(drawer).toBeHidden();

  await page.goto('/pricing?keyword=deepseek-chat');
  await expect(page.getByRole('row', { name: /deepseek-chat/ }).first()).toContainText('$0.10');
  await page.context().close();
});

for (const look of looksWithData)
  test(`the page of a model has no faults, and opens the playground with it (${look.language})`, async ({
    browser,
  }) => {
    const page = await openLook(browser, site.url, look, site.root);
    await page.goto('/pricing?model=gpt-4o');
    const sheet = page.getByRole('dialog', { name: 'gpt-4o' });
    await expect(sheet.getByText('sk-', { exact: false }).first()).toBeVisible();
    await expectNoFaults(page);
    await sheet.getByRole('link', { name: /playground|体验区/ }).click();
    await expect(page).toHaveURL(/\/playground\?model=gpt-4o$/);
    await page.context().close();
  });

test('a channel that costs more than its price brings in is marked', async ({ browser }) => {
  const channels = (await site.root.send('GET', '/api/channel/?p=0&page_size=50')) as { id: number }[];
  for (const { id } of channels)
    await site.root.send('PUT', '/api/channel/cost', { id, costs: [{ models: '*', factor: 3 }] });
  const tokens = (await site.root.send('GET', '/api/token/?p=0')) as { name: string; key: string }[];
  const key = tokens.find(({ name }) => name === 'production')?.key;
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] });
  const headers = { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' };
  await (await fetch(`${site.url}/v1/chat/completions`, { method: 'POST', headers, body })).text();
  const page = await openLook(browser, site.url, looks[0]!, site.root);
  await expect(async () => {
    await page.goto('/margin?by=model');
    const row = page.getByRole('row').filter({ has: page.getByText('gpt-4o', { exact: true }) });
    await expect(row).toContainText('Below cost', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await expectNoFaults(page);
  await page.context().close();
});
