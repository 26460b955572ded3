import type { Locator, Page } from '@playwright/test';
import { expect as standard } from './journey.ts';

/** The first page of a cold product takes long on a busy machine. */
export const expect = standard.configure({ timeout: 60_000 });

/** Returns whether the focus is on the element or within it. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.contains(document.activeElement));
}

/** Presses Enter on an element. */
export async function press(page: Page, target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

/** Opens a dialog by keys, and expects that it takes the focus. */
export async function openDialog(page: Page, opener: Locator, name: string | RegExp): Promise<Locator> {
  await press(page, opener);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect.poll(() => hasFocus(dialog), { message: `focus in ${name}` }).toBe(true);
  return dialog;
}

/** Closes a dialog by Escape, and expects the focus where it was opened from. */
export async function closeDialog(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${target}`);
}
