import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from './start-i18n.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('i18nextLng');
});

test.each(['klingon', '', '{}', 'fr-FR'])(
  'A035 a stored language of %j and a browser that speaks none of ours give Chinese',
  (stored) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'de']);
    localStorage.setItem('i18nextLng', stored);
    const { i18n, locale } = startI18n();
    expect(i18n.language).toBe('zh');
    expect(locale.get()).toBe('zh');
    expect(i18n.t('header.home', { ns: 'shell' })).toBe('首页');
  },
);

test('A035 a text that English lacks is shown in Chinese, never as a key', () => {
  const { i18n } = startI18n({ language: 'en' });
  i18n.addResourceBundle('zh', 'shell', { only: '只有中文' }, true);
  expect(i18n.t('only', { ns: 'shell' })).toBe('只有中文');
});
