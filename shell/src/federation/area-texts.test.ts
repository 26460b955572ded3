import { waitFor } from '@testing-library/react';
import { buildNamespace, defineArea } from '@tollgate/console-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { loadTexts } from './area-texts.ts';
import { loadAhead } from './load-ahead.ts';

const namespace = buildNamespace('logs', '0123456789');
const words = { zh: '使用日志', en: 'Usage log' };
const titleIn = (language: keyof typeof words) => async () => ({ default: { title: words[language] } });

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.removeItem('i18nextLng');
});

function open(texts = { zh: titleIn('zh'), en: titleIn('en') }) {
  // A busy browser: idle comes later than anything that people do.
  let idle = () => {};
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idle = work;
  });
  const { i18n } = startI18n({ language: 'zh' });
  const build = { areaId: 'logs', buildId: '0123456789', module: defineArea({ routes: [], texts }) };
  const shown: string[] = [];
  const title = () => i18n.t('title', { ns: namespace });
  i18n.on('languageChanged', () => shown.push(title()));
  return { i18n, build, title, shown, becomeIdle: () => idle() };
}

test('a page switches its language before the browser was idle', async () => {
  const { i18n, build, title, shown } = open();
  await loadTexts(i18n, build);
  loadAhead(i18n, build);
  await i18n.changeLanguage('en');
  await waitFor(() => expect(shown.at(-1)).toBe('Usage log'));
  expect(title()).toBe('Usage log');
});

test('a page whose language was switched while its texts came gets those of the new one', async () => {
  const { i18n, build, title } = open({
    zh: async () => {
      await i18n.changeLanguage('en');
      return { default: { title: words.zh } };
    },
    en: titleIn('en'),
  });
  await loadTexts(i18n, build);
  expect(title()).toBe('Usage log');
});

test('a switch shows the texts that the idle browser has loaded, once', async () => {
  const { i18n, build, shown, becomeIdle } = open();
  await loadTexts(i18n, build);
  loadAhead(i18n, build);
  becomeIdle();
  await waitFor(() => expect(i18n.hasResourceBundle('en', namespace)).toBe(true));
  await i18n.changeLanguage('en');
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toEqual(['Usage log']);
});
