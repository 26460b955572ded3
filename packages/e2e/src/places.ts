import { expect, type Page } from '@playwright/test';

/** Something to look at: a page, or what opens on it. */
export interface Place {
  path: string;
  name: string;
  /** Opens what is not part of the address. */
  open?: (page: Page) => Promise<unknown>;
}

/** What is not a page of its own: its address, and what opens it, in any language. Only root has them. */
export const rootPlaces: readonly Place[] = [
  ...['operation', 'ratelimit', 'models', 'system', 'other', 'areas'].map((tab) => ({
    path: `/setting?tab=${tab}`,
    name: `settings, ${tab}`,
  })),
  { path: '/setting?tab=operation', name: 'settings with an unsaved change', open: changeSetting },
  { path: '/setting?tab=areas&area=user', name: 'an area' },
  { path: '/setting?tab=areas&area=logs', name: 'an area with a promotion that waits for approval' },
  ...[0, 1].map((index) => ({
    path: '/setting?tab=areas&area=user',
    name: `a dialog of the rights of an area, ${index}`,
    open: pressIn('[aria-labelledby="areas-rights"] .areas-buttons', index),
  })),
  ...['security', 'notifications', 'prices'].map((tab) => ({
    path: `/personal?tab=${tab}`,
    name: `personal settings, ${tab}`,
  })),
  { path: '/log', name: 'an entry of the log', open: openRow },
  { path: '/log', name: 'the timeline of an entry', open: openTab(1) },
  { path: '/log', name: 'the raw data of an entry', open: openTab(2) },
  { path: '/log', name: 'columns of the log', open: openColumns },
  { path: '/pricing', name: 'a model of the catalogue', open: openRow },
  { path: '/limit', name: 'a new limit', open: pressPrimary },
  { path: '/limit', name: 'the use of a limit over time', open: runRowAction(1) },
  { path: '/prices', name: 'an update of prices', open: pressPrimary },
  { path: '/prices', name: 'compared prices', open: comparePrices },
  { path: '/prices', name: 'the history of a price', open: openRow },
  { path: '/prices', name: 'a price', open: runRowAction(0) },
  { path: '/channel', name: 'the menu of a channel', open: openRowMenu },
  { path: '/channel', name: 'the test of a channel', open: runRowAction(1) },
  { path: '/channel', name: 'the costs of a channel', open: runMenuAction(0) },
  { path: '/token', name: 'a new token', open: pressPrimary },
  { path: '/redemption', name: 'new codes', open: pressPrimary },
  { path: '/about', name: 'notifications', open: openInbox },
  { path: '/status', name: 'a new incident', open: pressIn('.sh-status', 0) },
  { path: '/status', name: 'an incident', open: pressIn('.sh-incidents', 0) },
  { path: '/playground', name: 'an answer of two models', open: compareModels },
];

async function openRow(page: Page): Promise<void> {
  await page
    .locator('tbody [data-row] .tg-grid-title')
    .first()
    .click({ position: { x: 3, y: 3 } });
  await expect(page.locator('.tg-peek, [role="dialog"]').last()).toBeVisible();
}

function openTab(index: number) {
  return async (page: Page) => {
    await openRow(page);
    await page.locator('.tg-peek [role="tab"], [role="dialog"] [role="tab"]').nth(index).click();
  };
}

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Choose columns|选择列)$/ }).click();
}

async function pressPrimary(page: Page): Promise<void> {
  await page.locator('main .arco-btn-primary').first().click();
  await expectDialog(page);
}

function pressIn(place: string, index: number) {
  return async (page: Page) => {
    await page.locator(`${place} button`).nth(index).click();
    await expectDialog(page);
  };
}

/** Of the actions that a row shows without its menu. */
function runRowAction(index: number) {
  return async (page: Page) => {
    await page.locator('tbody [data-row] .tg-row-actions').first().locator('button').nth(index).click();
    await expectDialog(page);
  };
}

async function openRowMenu(page: Page): Promise<void> {
  await page.locator('tbody [data-row] .tg-row-actions').first().locator('button').last().click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
}

function runMenuAction(index: number) {
  return async (page: Page) => {
    await openRowMenu(page);
    await page.getByRole('menuitem').nth(index).click();
    await expectDialog(page);
  };
}

async function changeSetting(page: Page): Promise<void> {
  await page.locator('main [role="switch"]').first().click();
}

async function openInbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Notifications|通知)/ }).click();
  await expectDialog(page);
}

async function comparePrices(page: Page): Promise<void> {
  await pressPrimary(page);
  const drawer = page.getByRole('dialog');
  const list = { 'gpt-4o': { input_cost_per_token: 9e-6, output_cost_per_token: 3.6e-5 } };
  const buffer = Buffer.from(JSON.stringify(list));
  await drawer
    .locator('input[type="file"]')
    .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer });
  await drawer.getByRole('button', { name: /^(Compare|对比)$/ }).click();
  await expect(drawer.locator('.price-book-review')).toBeVisible();
}

async function compareModels(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^(Model|模型)$/ }).click();
  await page.getByRole('option', { name: 'gpt-4o-mini', exact: true }).click();
  await page.getByRole('combobox', { name: /^(Compare with|对比模型)$/ }).click();
  // The list of the other field takes a moment to leave.
  await page.getByRole('option', { name: 'gpt-4o', exact: true }).last().click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: /^(Message|消息)$/ }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.locator('li[data-status="complete"]')).toHaveCount(2);
  // Axe takes what the panel has scrolled out of sight for a neighbor of the buttons above it.
  await page.locator('.playground-settings').evaluate((panel) => panel.scrollTo(0, 0));
  // And what the page has scrolled below the header is no target.
  await page.evaluate(() => scrollTo(0, 0));
}

async function expectDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').last()).toBeVisible();
}
