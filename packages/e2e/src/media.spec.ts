import { type Browser, expect, type Locator, type Page, test } from './journey.ts';
import { looks, openLook } from './page-checks.ts';
import { rootPlaces } from './places.ts';
import { openRealisticSite, type RealisticSite } from './realistic-site.ts';

test.describe.configure({ timeout: 180_000 });

/** WebDriver BiDi does not offer it. */
const emulated = { tag: '@emulated' };

let site: RealisticSite;
test.beforeAll(async () => {
  test.setTimeout(300_000); // a site with data
  site = await openRealisticSite();
});
test.afterAll(() => site.stop());

test.describe('in forced colors', emulated, () => {
  test('the current place is readable in the settings, a drawer and the log', async ({ browser }) => {
    const page = await open(browser, '/setting');
    await page.emulateMedia({ forcedColors: 'active' });
    await expectHighlight(page.locator('.settings-index [aria-current="page"]'));
    await page.goto('/channel/edit/1');
    await expectHighlight(page.locator('.channel-index [aria-current]'));
    await page.goto('/log');
    await page
      .locator('tbody [data-row] .tg-grid-title')
      .first()
      .click({ position: { x: 3, y: 3 } });
    const cells = page.locator('tr[aria-current] td').filter({ hasText: /\S/ });
    for (const cell of await cells.all()) await expectHighlight(cell.locator('*').or(cell).last());
    await page.context().close();
  });

  test('limits, states of channels, days of a model, unread marks and sliders are visible', async ({
    browser,
  }) => {
    const page = await open(browser, '/limit');
    await page.emulateMedia({ forcedColors: 'active' });
    const bar = page.locator('.tg-use-bar').first();
    await expect(bar).toHaveCSS('outline-style', 'solid');
    await page.goto('/channel');
    await expect(page.getByText(/\d on$/)).toBeVisible();
    const [dot, surface] = await page
      .locator('.channels-counts button')
      .first()
      .evaluate((button) => [
        getComputedStyle(button, '::before').backgroundColor,
        getComputedStyle(document.body).backgroundColor,
      ]);
    expect(dot).not.toBe(surface);
    const number = page.locator('.channels-number').first();
    const cell = number.locator('xpath=ancestor::td');
    const [inside, outside] = [await number.boundingBox(), await cell.boundingBox()];
    expect(inside!.x + inside!.width).toBeLessThanOrEqual(outside!.x + outside!.width);
    await page.goto('/status');
    const day = page.locator('.sh-status-days > [data-level="good"]').first();
    await expect(day).toHaveCSS('outline-style', 'solid');
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect(page.locator('.sh-inbox-dot').first()).not.toHaveCSS('background-color', canvas);
    await page.goto('/playground');
    const track = page.locator('.arco-slider-road').first();
    const color = await track.evaluate((road) => getComputedStyle(road, '::before').backgroundColor);
    expect(color).not.toBe(canvas);
    await page.context().close();
  });
});

test(
  'an open drawer is on paper as long as it is, and nothing for clicks is',
  emulated,
  async ({ browser }) => {
    const page = await open(browser, '/channel/edit/1');
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('heading', { name: 'Limits' })).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    const box = drawer.locator('.arco-drawer-content');
    const { clientHeight, scrollHeight } = await box.evaluate((element) => ({
      clientHeight: element.clientHeight,
      scrollHeight: element.scrollHeight,
    }));
    expect(clientHeight).toBe(scrollHeight);
    expect(clientHeight).toBeGreaterThan(1500);
    await expect(page.locator('.tg-filter-bar')).toBeHidden();
    // The page below would lie under the drawer.
    await expect(page.locator('main')).toBeHidden();
    const width = await page.evaluate(() => document.documentElement.clientWidth);
    expect((await box.boundingBox())?.width).toBe(width);
    await page.emulateMedia({ media: null });
    await expect(page.locator('main')).toBeVisible();
    await page.context().close();
  },
);

test(
  'a conversation of two models is whole on paper, without settings and composer',
  emulated,
  async ({ browser }) => {
    const page = await open(browser, '/playground');
    await rootPlaces.find(({ name }) => name === 'an answer of two models')?.open?.(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.playground-settings')).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden();
    for (const lane of await page.locator('.playground-messages').all()) {
      await expect(lane.getByText('Hello from the provider')).toBeVisible();
      expect(await lane.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
      expect((await lane.boundingBox())?.height).toBeLessThan(400);
    }
    await page.context().close();
  },
);

test('a field under the pointer keeps the border and the surface of a field', async ({ browser }) => {
  const page = await open(browser, '/channel/add');
  const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
  const look = () =>
    field.evaluate((input) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(
        input.closest('.arco-input-inner-wrapper') ?? input,
      );
      return { borderTopColor, backgroundColor };
    });
  await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).focus();
  const before = await look();
  await field.hover();
  await page.waitForTimeout(300); // a transition
  const after = await look();
  expect(after.backgroundColor).toBe(before.backgroundColor);
  expect(after.borderTopColor).not.toMatch(/, 0\)$|transparent/);
  await page.context().close();
});

test('the settings are on paper without their index, search and bar', emulated, async ({ browser }) => {
  const page = await open(browser, '/setting');
  await page.getByRole('switch').first().click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.settings-save-bar')).toBeHidden();
  await expect(page.locator('.settings-index')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible();
  await page.context().close();
});

test('the boxes of priority and weight are whole in their cells', async ({ browser }) => {
  const page = await open(browser, '/channel');
  const number = page.locator('.channels-number').first();
  await number.hover();
  const [inside, outside] = [
    await number.boundingBox(),
    await number.locator('xpath=ancestor::td').boundingBox(),
  ];
  expect(inside!.x + inside!.width).toBeLessThanOrEqual(outside!.x + outside!.width);
  await page.context().close();
});

test('the message box of the playground is in a window of 768 px', async ({ browser }) => {
  const page = await openLook(browser, site.url, { ...looks[0]!, width: 768 }, site.root);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/playground');
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  await page.context().close();
});

test('at 320 px a search stays readable and the head of a model does not overlap', async ({ browser }) => {
  const page = await openLook(browser, site.url, { ...looks[0]!, width: 320 }, site.root);
  await page.goto('/pricing');
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  expect((await search.boundingBox())?.width).toBeGreaterThan(90);
  await page.goto('/pricing?model=gpt-4o');
  const sheet = page.getByRole('dialog');
  const [about, link] = [
    await sheet.locator('.pricing-head p').boundingBox(),
    await sheet.getByRole('link', { name: 'Try in the playground' }).boundingBox(),
  ];
  const isApart = about!.y + about!.height <= link!.y || about!.x + about!.width <= link!.x;
  expect(isApart).toBe(true);
  expect(about!.width).toBeGreaterThan(150);
  await page.context().close();
});

async function open(browser: Browser, path: string): Promise<Page> {
  const page = await openLook(browser, site.url, looks[0]!, site.root);
  await page.goto(path);
  return page;
}

async function expectHighlight(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const [color, wanted] = await target.evaluate((element) => {
    const probe = document.createElement('span');
    probe.style.color = 'HighlightText';
    document.body.append(probe);
    const { color: text } = getComputedStyle(probe);
    probe.remove();
    return [getComputedStyle(element).color, text];
  });
  expect(color).toBe(wanted);
}
