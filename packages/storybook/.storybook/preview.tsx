import type { Decorator, Preview } from '@storybook/react';
import { createI18n, type Language } from '@tollgate/i18n';
import { type Density, type Theme, UiProvider } from '@tollgate/ui/core';
import { MemoryRouter } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';

const i18n = createI18n({ language: 'en' });

const preview: Preview = {
  parameters: {
    a11y: { test: 'error' },
    layout: 'fullscreen',
    controls: { expanded: true },
    options: {
      storySort: {
        order: ['Guide', ['Guide', 'Changelog'], 'Tokens', 'Icons', 'Components', 'Form', 'Data'],
      },
    },
    viewport: {
      options: {
        desktop: { name: 'Desktop, 1280', styles: { width: '1280px', height: '800px' }, type: 'desktop' },
        tablet: { name: 'Tablet, 820', styles: { width: '820px', height: '1180px' }, type: 'tablet' },
        phone: { name: 'Phone, 390', styles: { width: '390px', height: '844px' }, type: 'mobile' },
      },
    },
  },
  globalTypes: {
    theme: toolbar('Theme', 'mirror', [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]),
    language: toolbar('Language', 'globe', [
      ['en', 'English'],
      ['zh', '中文'],
    ]),
    density: toolbar('Density', 'listunordered', [
      ['regular', 'Regular rows'],
      ['compact', 'Compact rows'],
    ]),
    role: toolbar('Role', 'user', [
      ['story', 'As the story says'],
      ['public', 'Visitor'],
      ['user', 'User'],
      ['admin', 'Admin'],
      ['root', 'Root'],
    ]),
  },
  initialGlobals: { theme: 'light', language: 'en', density: 'regular', role: 'story' },
  decorators: [inConsole],
};

export default preview;

/**
 * Renders a story as in the console. A story sets its URL with `parameters.url`. Stories of an area bring their own
 * surroundings (`areaDecorator` and `parameters.surroundings: 'area'`), those of whole pages all of it ('page').
 */
function inConsole(...[Story, { globals, parameters }]: Parameters<Decorator>) {
  const language = globals.language as Language;
  // biome-ignore lint/correctness/useHookAtTopLevel: Storybook renders decorators as components
  useEffect(() => void i18n.changeLanguage(language), [language]);
  const padding = parameters.layout === 'fullscreen' ? 'var(--tg-space-6)' : 0;
  if (parameters.surroundings === 'page') return <Story />;
  if (parameters.surroundings === 'area')
    return (
      <main style={{ padding }}>
        <Story />
      </main>
    );
  return (
    <I18nextProvider i18n={i18n}>
      <UiProvider theme={globals.theme as Theme} density={globals.density as Density}>
        <MemoryRouter initialEntries={[(parameters.url as string | undefined) ?? '/']}>
          <main style={{ padding }}>
            <Story />
          </main>
        </MemoryRouter>
      </UiProvider>
    </I18nextProvider>
  );
}

function toolbar(title: string, icon: string, items: [value: string, title: string][]) {
  return {
    description: title,
    toolbar: {
      title,
      icon,
      items: items.map(([value, name]) => ({ value, title: name })),
      dynamicTitle: true,
    },
  };
}
