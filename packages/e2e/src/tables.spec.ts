import { inflateSync } from 'node:zlib';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { type Page, expect as standard, test } from './journey.ts';
import { openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
/** The first page of a cold product takes long on a busy machine. */
const expect = standard.configure({ timeout: 60_000 });

const TOKENS = 60;
const onPaper = { tag: '@emulated' };
let product: Product;
let person: ConsoleApi;
test.beforeAll(async ({ playwright }) => {
  product = await startProduct(noLimits);
  await openSite(product, await playwright.request.newContext());
  person = await signInByApi(product.url, root);
  for (let number = 1; number <= TOKENS; number++)
    await person.send('POST', '/api/token/', { name: `paper ${number}`, unlimited_quota: true });
});
test.afterAll(() => product.stop());

test(
  'every row of a list is on paper, without the chrome and in light colors',
  onPaper,
  async ({ browser }) => {
    const page = await openLook(browser, product.url, { language: 'en', theme: 'dark', width: 1280 }, person);
    await page.goto('/token?page_size=100');
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(TOKENS);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('60 records', {
      useInnerText: true,
    });
    await expect(page.getByRole('navigation')).toHaveCount(1);
    expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--tg-surface'))).toBe(
      await lightSurface(page),
    );
    const grid = page.locator('.tg-grid-scroll');
    const { clientHeight, scrollHeight } = await grid.evaluate((box) => ({
      clientHeight: box.clientHeight,
      scrollHeight: box.scrollHeight,
    }));
    expect(clientHeight).toBe(scrollHeight);
    const pdf = await page.pdf({ format: 'A4' });
    const pages = countPages(pdf);
    // 60 rows of at most two lines; a list that is cut off fits on one sheet.
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThan(8);
    await page.context().close();
  },
);

test('a table of middle width shows its facts, and the chosen columns come back with the room', async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 1024 }, person);
  await page.goto('/token');
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Expires')).toBeInViewport();
  await expectNothingBeyondTheEdge(page);
  await expect(head('Created')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(head('Created')).toBeInViewport();
  await page.context().close();
});

test('a tick is one commit without an animation, and cells stick only while a table scrolls', async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 1280 }, person);
  // React reports its commits to the hook of its developer tools.
  await page.addInitScript(() => {
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => hook.commits++,
      commits: 0,
    };
    const ignored = { onCommitFiberUnmount: () => {}, onPostCommitFiberRoot: () => {} };
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: Object.assign(hook, ignored) });
  });
  await page.goto('/token?page_size=100');
  const boxes = page.locator('tbody label.arco-checkbox');
  await expect(boxes).toHaveCount(TOKENS);
  const work = () =>
    page.evaluate(() => {
      const { commits } = (globalThis as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { commits: number } })
        .__REACT_DEVTOOLS_GLOBAL_HOOK__;
      const isSticky = (cell: Element) => getComputedStyle(cell).position === 'sticky';
      return {
        commits,
        // With reduced motion every change of a style is a transition of a hundredth of a millisecond.
        animations: document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1)
          .length,
        sticky: [...document.querySelectorAll('tbody td')].filter(isSticky).length,
      };
    });
  await boxes.nth(1).click();
  await expect(page.getByRole('region', { name: '1 selected' })).toBeVisible();
  await boxes.nth(2).hover();
  // On a busy machine, what the first tick and the pointer began takes as long as it takes.
  await expect.poll(() => boxes.nth(2).evaluate((box) => box.matches(':hover'))).toBe(true);
  await page.waitForTimeout(500);
  await expect.poll(async () => (await work()).animations).toBe(0);
  const before = await work();
  expect(before.sticky).toBe(0);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('region', { name: '2 selected' })).toBeVisible();
  const after = await work();
  expect(after).toEqual({ ...before, commits: before.commits + 1 });
  await page.locator('.tg-grid').evaluate((table) => {
    table.style.minWidth = '3000px';
  });
  await expect.poll(async () => (await work()).sticky).toBe(TOKENS * 3);
  await page.context().close();
});

test('prices and failed requests show in a window of middle width', async ({ browser }) => {
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 768 }, person);
  const channel = { name: 'priced', type: 1, key: 'sk-1', base_url: 'https://api.example.com' };
  await person.send('POST', '/api/channel/', { ...channel, models: 'claude-3-5-haiku-20241022' });
  await page.goto('/pricing');
  const price = page.getByRole('columnheader', { name: 'Input / 1M' });
  await expect(price).toBeInViewport({ ratio: 1 });
  await expectNothingBeyondTheEdge(page);
  const [token] = (await person.send('GET', '/api/token/?p=0')) as { key: string }[];
  await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'no-such-model', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  const failed = page.getByRole('row', { name: /no-such-model/ }).getByRole('img', { name: 'Error' });
  // Rows of failed requests are written in batches.
  await expect(async () => {
    await page.goto('/log');
    await expect(failed).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').getByRole('img', { name: 'Error' })).toBeVisible();
  await page.context().close();
});

test('names are whole where the window has room', async ({ browser }) => {
  const name = 'Gemini Team Data Science EU';
  const [first] = (await person.send('GET', '/api/token/?p=0')) as { id: number; key: string }[];
  await person.send('POST', '/api/channel/', {
    ...{ name, type: 1, key: 'k', models: 'gpt-4o-mini', base_url: 'http://127.0.0.1:9', group: 'default' },
  });
  await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${first?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 1920 }, person);
  for (const address of ['/channel', '/log']) {
    const cell = page.getByText(name).first();
    await expect(async () => {
      await page.goto(address);
      await expect(cell).toBeVisible({ timeout: 5000 });
    }).toPass();
    const cut = await cell.evaluate((element) => {
      const boxes = [element, element.closest('td')!];
      return boxes.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    });
    expect(cut, address).toBe(false);
  }
  await page.context().close();
});

test('a list that was opened on a phone shows its facts when the window gets wider', async ({ browser }) => {
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 390 }, person);
  await page.goto('/token');
  await expect(page.getByText('60 records')).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(page.getByRole('columnheader', { name: 'Expires', exact: true })).toBeInViewport({ ratio: 1 });
  await expectNothingBeyondTheEdge(page);
  await page.context().close();
});

test('where title and facts are wider than the table, actions move into the menu', async ({ browser }) => {
  for (const name of ['Drawings of the design team', 'Spare account for drawings'])
    await person.send('POST', '/api/channel/', {
      name,
      type: 5,
      key: 'sk-1',
      base_url: 'https://drawings.example.com',
      models: 'mj_imagine',
      group: 'default',
      tag: 'production',
    });
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 768 }, person);
  await page.goto('/channel');
  const row = page.getByRole('row', { name: /Drawings of the design team/ });
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  for (const name of ['Status', 'Last 24 h', 'Spend / balance'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expectNothingBeyondTheEdge(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
  await page.context().close();
});

test('a table too narrow for its facts is a list of records, and a table again where they fit', async ({
  browser,
}) => {
  const page = await openLook(browser, product.url, { language: 'en', theme: 'light', width: 1024 }, person);
  await page.goto('/prices');
  await expect(page.getByRole('columnheader', { name: 'Output / 1M' })).toBeInViewport();
  await page.setViewportSize({ width: 610, height: 800 });
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  const record = page.getByRole('list', { name: 'Prices' }).getByRole('listitem').first();
  await expect(record.getByText('Output / 1M')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.getByRole('columnheader', { name: 'Output / 1M' })).toBeInViewport();
  await page.context().close();
});

async function expectNothingBeyondTheEdge(page: Page): Promise<void> {
  const grid = page.locator('.tg-grid-scroll');
  await expect.poll(() => grid.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
}

/** The same token in the light theme. */
async function lightSurface(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement;
    const theme = dataset.theme ?? '';
    delete dataset.theme;
    const surface = getComputedStyle(document.body).getPropertyValue('--tg-surface');
    dataset.theme = theme;
    return surface;
  });
}

/** Page objects of a PDF, also within its compressed object streams. */
function countPages(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, bytes = '']) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      return ''; // a picture or a font
    }
  });
  return [text, ...streams].join('\n').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
