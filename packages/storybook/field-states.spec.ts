import { expect } from '@playwright/test';
import { choose, loadStory, test } from './story-page.ts';

const fields =
  '.arco-input-inner-wrapper, .arco-input:not(.arco-input-inner-wrapper *), .arco-textarea, .arco-select-view, .arco-picker, .arco-input-tag:not(.arco-select *)';

for (const theme of ['light', 'dark'] as const) {
  test(`fields under the pointer do not look disabled in the ${theme} theme`, async ({ storyPage: page }) => {
    expect(await loadStory(page, 'form-forms--inputs')).toEqual([]);
    await choose(page, { language: 'en', theme });
    const disabled = page.locator('.arco-input-disabled').first();
    const disabledFill = await disabled.evaluate((element) => getComputedStyle(element).backgroundColor);
    for (const field of await page.locator(fields).all()) {
      const name = await field.getAttribute('class');
      if (name?.includes('disabled')) continue;
      await page.mouse.move(0, 0);
      const resting = await field.evaluate(readStyle);
      await field.hover();
      const hovered = await field.evaluate(readStyle);
      expect(hovered.fill, `${name}`).toBe(resting.fill);
      expect(hovered.fill, `${name}`).not.toBe(disabledFill);
      expect(hovered.border, `${name}`).not.toMatch(/, 0\)$/);
    }
  });
}

function readStyle(element: Element) {
  const { backgroundColor, borderTopColor } = getComputedStyle(element);
  return { fill: backgroundColor, border: borderTopColor };
}

test('an error takes the place of the hint of its field', async ({ storyPage: page }) => {
  expect(await loadStory(page, 'form-forms--drawer')).toEqual([]);
  await choose(page, { language: 'en', theme: 'light' });
  const hint = page.getByText('Only administrators see it.');
  await expect(hint).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.arco-form-item-status-error').first()).toBeVisible();
  await expect(hint).toBeHidden();
});
