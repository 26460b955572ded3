import { screen } from '@testing-library/react';
import { colors } from '@tollgate/design-tokens';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startConsole } from './start-console.ts';
import { startColors } from './start-failure.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const element of [document.documentElement, document.body]) element.removeAttribute('style');
});

test('console files that failed to load once are requested again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue({});
  await startConsole(load);
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['en', "Couldn't load the console", 'Reload page'],
  ['zh', '控制台加载失败', '刷新页面'],
])('a console that cannot load shows an error in %s with a retry', async (language, heading, again) => {
  localStorage.setItem('i18nextLng', language);
  await expect(startConsole(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  screen.getByRole('button', { name: again }).click();
  expect(reload).toHaveBeenCalledOnce();
});

test.each(['light', 'dark'] as const)(
  'the error page keeps the chosen %s theme with the colours of the tokens',
  async (theme) => {
    localStorage.setItem('theme-mode', theme);
    await expect(startConsole(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(document.documentElement.style.colorScheme).toBe(theme);
    const { page, text, textSecondary, brand, brandSoft, onBrand } = colors[theme];
    expect(startColors[theme]).toEqual([page, text, textSecondary, brand, brandSoft, onBrand]);
  },
);
