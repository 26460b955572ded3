import { renderHook, waitFor } from '@testing-library/react';
import { useData } from '@tollgate/api-client';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { listOwnGroups } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from './start-i18n.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetAnswers();
  localStorage.removeItem('i18nextLng');
});

// @spec A035
test('a browser that names no language gets Chinese', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([]);
  const { i18n, locale } = startI18n();
  expect(locale.get()).toBe('zh');
  expect(i18n.t('header.home', { ns: 'shell' })).toBe('首页');
});

test.each(['klingon', '', '{}', 'xx-XX'])(
  'a stored language of %j and an unsupported browser language give English',
  (stored) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['xx-XX', 'yy']);
    localStorage.setItem('i18nextLng', stored);
    const { i18n, locale } = startI18n();
    expect(i18n.language).toBe('en');
    expect(locale.get()).toBe('en');
  },
);

test('a guessed language is not stored, a chosen one is', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['xx-XX']);
  const { i18n } = startI18n();
  expect(localStorage.getItem('i18nextLng')).toBeNull();
  await i18n.changeLanguage('en');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
});

test('the language follows the other tabs', async () => {
  const { i18n, locale } = startI18n({ language: 'en' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: 'zh' }));
  await waitFor(() => expect(locale.get()).toBe('zh'));
  expect(i18n.language).toBe('zh');
});

// @spec A035
test('a text missing in English is shown in Chinese, never as a key', () => {
  const { i18n } = startI18n({ language: 'en' });
  i18n.addResourceBundle('zh', 'shell', { only: '只有中文' }, true);
  expect(i18n.t('only', { ns: 'shell' })).toBe('只有中文');
});

test('a text missing in Chinese is shown in English, never as a key', () => {
  const { i18n } = startI18n({ language: 'zh' });
  i18n.addResourceBundle('en', 'shell', { only: 'English only' }, true);
  expect(i18n.t('only', { ns: 'shell' })).toBe('English only');
});

test('a change of the language reads again what the server describes in it', async () => {
  answer(listOwnGroups, {});
  const { i18n } = startI18n({ language: 'en' });
  renderHook(() => useData(listOwnGroups, {}));
  await waitFor(() => expect(callsOf(listOwnGroups)).toHaveLength(1));
  await i18n.changeLanguage('zh');
  await waitFor(() => expect(callsOf(listOwnGroups)).toHaveLength(2));
});
