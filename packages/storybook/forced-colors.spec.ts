import { expect, type Locator } from '@playwright/test';
import { loadStory, test } from './story-page.ts';

test.afterEach(({ storyPage }) => storyPage.emulateMedia({ forcedColors: null }));

test('states and focus of form controls are visible in forced colors', async ({ storyPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await loadStory(page, 'form-forms--inputs')).toEqual([]);
  for (const [control, mark] of [
    ['.arco-switch', '.arco-switch'],
    ['.arco-checkbox', '.arco-checkbox-mask'],
    ['.arco-radio', '.arco-radio-mask'],
  ] as const) {
    const before = await background(page.locator(mark).first());
    await page.locator(control).first().click();
    await expect.poll(() => background(page.locator(mark).first()), control).not.toBe(before);
  }
  const field = page.locator('.arco-input, .arco-textarea').first();
  await field.focus();
  expect(await outlineWidth(field)).toBe('2px');
});

test('marks of a chart and the current page keep a color in forced colors', async ({ storyPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await loadStory(page, 'data-chart--lines')).toEqual([]);
  const marks = await page.locator('.tg-chart-mark').all();
  const fills = await Promise.all(marks.map(background));
  expect(new Set(fills).size).toBe(marks.length);

  expect(await loadStory(page, 'display-controls--tabs')).toEqual([]);
  const current = await background(page.locator('.tg-tab[aria-current]').first());
  expect(current).not.toBe(await background(page.locator('.tg-tab:not([aria-current])').first()));
});

function background(mark: Locator): Promise<string> {
  return mark.evaluate((element) => getComputedStyle(element).backgroundColor);
}

function outlineWidth(field: Locator): Promise<string> {
  return field.evaluate((element) => getComputedStyle(element).outlineWidth);
}
