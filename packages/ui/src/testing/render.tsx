import { type RenderResult, render } from '@testing-library/react';
import { createI18n, type Language } from '@tollgate/i18n';
import type { ReactNode } from 'react';
import { I18nextProvider, setI18n } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { UiProvider } from '../core.ts';

interface Surroundings {
  language?: Language;
  /** Initial URL: `/channel?page=2`. */
  url?: string;
}

/** Renders a component as in the console: with language, theme and router. */
export function renderInConsole(
  children: ReactNode,
  { language = 'en', url = '/' }: Surroundings = {},
): RenderResult {
  // What is outside the React tree asks for the language of the page: that of the instance made last.
  setI18n(createI18nOnce(language));
  return render(children, {
    wrapper: ({ children: inner }) => (
      <I18nextProvider i18n={createI18nOnce(language)}>
        <UiProvider>
          <MemoryRouter initialEntries={[url]}>{inner}</MemoryRouter>
        </UiProvider>
      </I18nextProvider>
    ),
  });
}

const instances = new Map<Language, ReturnType<typeof createI18n>>();

function createI18nOnce(language: Language) {
  const instance = instances.get(language) ?? createI18n({ language });
  instances.set(language, instance);
  return instance;
}
