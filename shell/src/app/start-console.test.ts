import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startConsole } from './start-console.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('style');
});

test('files of the console that were lost once are asked for again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue({});
  await startConsole(load);
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['en', 'The console could not be loaded', 'Load the page again'],
  ['zh', '控制台未能加载', '重新加载页面'],
])('a console that does not come says so in %s and offers to try again', async (language, heading, again) => {
  localStorage.setItem('i18nextLng', language);
  await expect(startConsole(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  screen.getByRole('button', { name: again }).click();
  expect(reload).toHaveBeenCalledOnce();
});
