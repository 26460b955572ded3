import { act, render, screen } from '@testing-library/react';
import { createI18n } from '@tollgate/i18n';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { buildNamespace, ownTexts } from './own-texts.ts';

function Heading() {
  const { t } = useTranslation(['area.logs', 'common']);
  return (
    <h1>
      {t('title')} {t('common:action.close')}
    </h1>
  );
}

test('two builds of an area on screen have their own texts, in each language', async () => {
  const page = createI18n({ language: 'en' });
  page.addResource('en', 'area.logs', 'title', 'of the menu');
  for (const build of ['one', 'two'])
    for (const language of ['en', 'zh'])
      page.addResource(language, buildNamespace('logs', build), 'title', `${build} ${language}`);
  render(
    ['one', 'two'].map((build) => (
      <I18nextProvider key={build} i18n={ownTexts(page, 'logs', build)}>
        <Heading />
      </I18nextProvider>
    )),
  );
  const shown = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(shown()).toEqual(['one en Close', 'two en Close']);
  page.addResource('en', 'area.logs', 'title', 'of the next release');
  await act(() => page.changeLanguage('zh'));
  expect(shown()).toEqual(['one zh 关闭', 'two zh 关闭']);
});

test('a view answers what exists by the name that the area uses', () => {
  const page = createI18n({ language: 'en' });
  page.addResource('en', buildNamespace('logs', 'one'), 'title', 'One');
  const own = ownTexts(page, 'logs', 'one');
  expect(own.exists('title', { ns: 'area.logs' })).toBe(true);
  expect(own.t('title', { ns: 'area.logs' })).toBe('One');
  expect(page.exists('title', { ns: 'area.logs' })).toBe(false);
});
