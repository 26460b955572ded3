import type { ConsoleApi } from './console-api.ts';
import { type Browser, type Page, test } from './journey.ts';
import { expect, hasFocus, press } from './keys.ts';
import { openAsRoot } from './opened-console.ts';
import { looks, openLook } from './page-checks.ts';
import { noLimits, type Product, startProduct } from './product.ts';

test.describe.configure({ timeout: 180_000 });

let product: Product;
let person: ConsoleApi;
test.beforeAll(async () => {
  product = await startProduct(noLimits);
  person = await openAsRoot(product);
  await person.send('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
});
test.afterAll(() => product.stop());

test('a key that closes the list of a select leaves the focus there, and the next Escape closes the drawer', async ({
  browser,
}) => {
  const page = await open(browser, '/channel');
  await press(page, page.getByRole('button', { name: 'Add channel' }).first());
  const drawer = page.getByRole('dialog');
  const type = drawer.getByRole('combobox', { name: 'Type' });
  const list = page.getByRole('listbox');
  await press(page, type);
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect.poll(() => hasFocus(type)).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect.poll(() => hasFocus(type)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(drawer).toHaveCount(0);
  await page.context().close();
});

test('a range is chosen in the calendar by keys alone', async ({ browser }) => {
  const page = await open(browser, '/log?time=1773446400-1773532800');
  const from = page.getByRole('textbox', { name: 'From', exact: true });
  const day = page.locator('[data-day]:focus');
  await from.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-day]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-day]')).toHaveCount(0);
  await expect(from).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-day]').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(day).toHaveAttribute('data-day', '2026-03-14');
  await page.keyboard.press('PageUp');
  await expect(day).toHaveAttribute('data-day', '2026-02-14');
  await page.keyboard.press('ArrowLeft');
  await expect(day).toHaveAttribute('data-day', '2026-02-13');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue(/^2026-02-13 /);
  await expect(page).toHaveURL(new RegExp(`time=${1773446400 - 29 * 86_400}-`));
  await page.context().close();
});

test('a row menu asks before it deletes, and gives the focus back when the answer is no', async ({
  browser,
}) => {
  const page = await open(browser, '/token');
  const menu = page.getByRole('button', { name: 'Actions for mine' });
  await press(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('mine');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.context().close();
});

test('a drawer and a row menu of limits and prices give the focus back on Escape', async ({ browser }) => {
  const page = await open(browser, '/limit');
  const create = page.getByRole('button', { name: 'Create limit' }).first();
  await press(page, create);
  const drawer = page.getByRole('dialog');
  await expect.poll(() => hasFocus(drawer)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(create).toBeFocused();
  await page.goto('/prices');
  const menu = page.getByRole('button', { name: /^Actions for/ }).first();
  await press(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.context().close();
});

test('the sheet of a model, notifications and the chat history open by keys and give the focus back', async ({
  browser,
}) => {
  const channel = { type: 1, name: 'local', key: 'k', base_url: 'https://api.example.com', models: 'gpt-4o' };
  await person.send('POST', '/api/channel/', channel);
  const page = await open(browser, '/pricing');
  const row = page.locator('tbody tr[data-row]').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect.poll(() => hasFocus(sheet)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(row).toBeFocused();

  const bell = page.getByRole('button', { name: /^Notifications/ });
  await press(page, bell);
  const inbox = page.getByRole('dialog', { name: 'Notifications' });
  await expect.poll(() => hasFocus(inbox)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(inbox).toHaveCount(0);
  await expect(bell).toBeFocused();

  await page.goto('/playground');
  const history = page.getByRole('button', { name: 'History' });
  await press(page, history);
  const chats = page.getByRole('dialog', { name: 'Chat history' });
  await expect.poll(() => hasFocus(chats)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(chats).toHaveCount(0);
  await expect(history).toBeFocused();

  const compared = page.getByRole('combobox', { name: 'Compare with' });
  await press(page, compared);
  const models = page.getByRole('listbox');
  await expect(models).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(models).toHaveCount(0);
  await expect.poll(() => hasFocus(compared)).toBe(true);
  await page.context().close();
});

test('the dialogs of an area open by keys and give the focus back on Escape', async ({ browser }) => {
  const page = await open(browser, '/setting?tab=areas&area=user');
  for (const name of ['Add user', 'Create deploy token', 'Pin user']) {
    const opener = page.getByRole('button', { name, exact: true });
    await press(page, opener);
    const dialog = page.getByRole('dialog').last();
    await expect(dialog.getByRole('textbox').or(dialog.getByRole('combobox')).first()).toBeVisible();
    await expect.poll(() => hasFocus(dialog)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(opener).toBeFocused();
  }
  await page.context().close();
});

async function open(browser: Browser, path: string): Promise<Page> {
  const page = await openLook(browser, product.url, looks[0]!, person);
  await page.goto(path);
  return page;
}
