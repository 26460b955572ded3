import { type Browser, type Page, test } from './journey.ts';
import { closeDialog, expect, hasFocus, openDialog, press, tabTo } from './keys.ts';
import { looks, openLook } from './page-checks.ts';
import { openRealisticSite, type RealisticSite } from './realistic-site.ts';

// Every menu, picker, table and dialog of the pages for administrators, without a mouse.
test.describe.configure({ timeout: 180_000 });

let site: RealisticSite;
test.beforeAll(async () => {
  test.setTimeout(300_000); // a site with data
  site = await openRealisticSite();
});
test.afterAll(() => site.stop());

test('the margin is grouped, read as a table and limited in time by keys', async ({ browser }) => {
  const page = await open(browser, '/margin');
  const by = page.getByRole('combobox', { name: 'Group by' });
  await by.focus();
  await page.keyboard.press('c'); // the native list jumps to "Channel"
  await expect(page).toHaveURL(/by=channel/);
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toBeVisible();
  const asTable = page.getByRole('button', { name: 'Table', exact: true });
  await press(page, asTable);
  await expect(page.getByRole('columnheader', { name: 'Revenue' })).toHaveCount(2);
  const from = page.getByRole('textbox', { name: 'From', exact: true });
  await press(page, from);
  await expect(page.locator('[data-day]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-day]')).toHaveCount(0);
  await expect(from).toBeFocused();
  await page.context().close();
});

test('an incident is opened, changed and closed by keys on the status page', async ({ browser }) => {
  const page = await open(browser, '/status');
  const report = page.getByRole('button', { name: 'Report an incident' });
  await closeDialog(page, await openDialog(page, report, 'Report an incident'), report);
  const edit = page.getByRole('button', { name: /^Edit incident: Slow responses/ });
  const drawer = await openDialog(page, edit, /incident/i);
  const state = drawer.getByRole('combobox', { name: 'State' });
  await tabTo(page, state);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await press(page, drawer.getByRole('button', { name: 'Save' }));
  await expect(drawer).toHaveCount(0);
  await expect(edit).toBeFocused();
  await expect(page.getByText('Identified')).toBeVisible();
  await page.context().close();
});

test('a promotion that waits, and the rule for approvals, are decided by keys', async ({ browser }) => {
  const page = await open(browser, '/setting?tab=areas&area=logs');
  for (const name of ['Withdraw', 'Stop requiring approval']) {
    const opener = page.getByRole('button', { name, exact: true });
    await press(page, opener);
    const question = page.locator('.arco-modal');
    await expect(question).toBeVisible();
    await expect.poll(() => hasFocus(question)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await page.context().close();
});

test('prices are edited, looked back at and compared by keys', async ({ browser }) => {
  const page = await open(browser, '/prices?keyword=gpt-4o-mini');
  const row = page.locator('tbody tr[data-row]').first();
  await expect(row).toBeVisible();
  const edit = row.getByRole('button', { name: 'Edit' });
  const dialog = await openDialog(page, edit, /gpt-4o-mini/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const history = page.getByRole('dialog');
  await expect.poll(() => hasFocus(history)).toBe(true);
  await closeDialog(page, history, row);

  const update = page.getByRole('button', { name: 'Update prices' });
  const review = await openDialog(page, update, 'Update prices');
  const compare = review.getByRole('button', { name: 'Compare' });
  await tabTo(page, compare);
  await page.keyboard.press('Enter');
  await expect(review.getByRole('status')).toContainText('The lists have');
  await closeDialog(page, review, update);
  await page.context().close();
});

test('the use of a limit is opened from its row, and a filter is chosen by keys', async ({ browser }) => {
  const page = await open(browser, '/limit');
  const row = page.getByRole('row', { name: /Team budget/ });
  const use = row.getByRole('button', { name: 'Usage over time' });
  await closeDialog(page, await openDialog(page, use, 'Usage over time'), use);
  const who = page.getByRole('combobox', { name: 'Applies to' });
  await who.focus();
  await page.keyboard.press('g'); // "Group"
  await expect(page).toHaveURL(/scope=group/);
  await expect(page.getByRole('row', { name: /Fair use/ })).toHaveCount(0);
  await expect(row).toBeVisible();
  await page.context().close();
});

test('a notification is marked as read, and its link followed, by keys', async ({ browser }) => {
  const page = await open(browser, '/about');
  const bell = page.getByRole('button', { name: /^Notifications: \d+ unread/ });
  const inbox = await openDialog(page, bell, 'Notifications');
  const read = inbox.getByRole('button', { name: /^Mark as read: .*Refused key/ });
  await tabTo(page, read);
  await page.keyboard.press('Enter');
  await expect(read).toHaveCount(0);
  await expect.poll(() => hasFocus(inbox)).toBe(true);
  await press(page, inbox.getByRole('link', { name: /Refused key/ }));
  await expect(page).toHaveURL(/\/channel\/edit\/\d+$/);
  await expect(inbox).toHaveCount(0);
  await page.context().close();
});

test('the drawer, the costs and the test of a channel work by keys', async ({ browser }) => {
  const page = await open(browser, '/channel');
  const row = page.getByRole('row', { name: /OpenAI production/ });
  const edit = row.getByRole('button', { name: 'Edit' });
  const drawer = await openDialog(page, edit, /OpenAI production/);
  await press(page, drawer.getByRole('button', { name: 'Limits' }));
  await expect.poll(() => hasFocus(drawer.locator('[data-section="limits"]'))).toBe(true);
  await closeDialog(page, drawer, edit);

  const test = row.getByRole('button', { name: 'Test', exact: true });
  const tests = await openDialog(page, test, /OpenAI production/);
  const model = tests.getByRole('button', { name: /gpt-4o-mini/ });
  await tabTo(page, model);
  await page.keyboard.press('Enter');
  await expect(tests.getByRole('status').filter({ hasText: /ms|s$/ }).last()).toBeVisible();
  await closeDialog(page, tests, test);

  const menu = row.getByRole('button', { name: /^Actions for/ });
  await press(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const costs = page.getByRole('dialog', { name: /^Costs of/ });
  await expect.poll(() => hasFocus(costs)).toBe(true);
  await closeDialog(page, costs, menu);
  await press(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(costs)).toBe(true);
  const add = costs.getByRole('button', { name: 'Add cost' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(costs.getByRole('group')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: 'Leave', exact: true }));
  await expect(costs).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.context().close();
});

test('a setting is found, a section opened and a change discarded by keys', async ({ browser }) => {
  const page = await open(browser, '/setting');
  await page.getByRole('textbox', { name: 'Find a setting' }).focus();
  await page.keyboard.type('worker key');
  const found = page.getByRole('link', { name: /^Worker key/ });
  await tabTo(page, found);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=system/);
  await expect.poll(() => hasFocus(page.locator('[data-setting="worker-valid-key"]'))).toBe(true);
  const section = page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'SMTP' });
  await press(page, section);
  await expect(page.getByRole('heading', { name: 'SMTP' })).toBeFocused();
  const other = page.getByRole('link', { name: 'Rate limits', exact: true });
  await press(page, other);
  await expect(page).toHaveURL(/tab=ratelimit/);
  const flag = page.getByRole('switch').first();
  await flag.focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toBeVisible();
  await tabTo(page, bar.getByRole('button', { name: 'Discard changes' }));
  await page.keyboard.press('Enter');
  await expect(bar).toHaveCount(0);
  await page.context().close();
});

test('the catalogue is filtered, and models chosen, by keys', async ({ browser }) => {
  const page = await open(browser, '/pricing');
  const vendor = page.getByRole('combobox', { name: 'Vendor' });
  await vendor.focus();
  await page.keyboard.press('d'); // "DeepSeek"
  await expect(page.getByRole('row', { name: /OpenAI/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /deepseek-chat/ })).toBeVisible();
  const box = page.getByRole('checkbox', { name: /deepseek-chat/ });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await expect(page.getByRole('button', { name: 'Copy selected names' })).toBeEnabled();
  await page.context().close();
});

async function open(browser: Browser, path: string): Promise<Page> {
  const page = await openLook(browser, site.url, looks[0]!, site.root);
  await page.goto(path);
  return page;
}
