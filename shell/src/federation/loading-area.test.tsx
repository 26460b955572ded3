import { render, screen } from '@testing-library/react';
import type { Language, RouteLayout } from '@tollgate/contract';
import { MemoryRouter } from '@tollgate/ui/router';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import { addFederationTexts } from './federation-texts.ts';
import { LoadingArea } from './loading-area.tsx';

test('the title of a page is shown before any code of its area, in the current language', () => {
  show('zh');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Usage log（中文）');
});

test('the description of a page is shown with its title', () => {
  show('en', undefined, 'Every request');
  expect(screen.getByText('Every request').parentElement?.querySelector('h1')?.textContent).toBe('Usage log');
});

test('a page with its heading elsewhere gets no loading title', () => {
  show('en', 'wide');
  expect(screen.queryByRole('heading')).toBeNull();
});

function show(language: Language, layout?: RouteLayout, description?: string): void {
  const { i18n } = startI18n({ language });
  addFederationTexts(i18n);
  const more = { ...(layout && { layout }), ...(description && { description }) };
  const route = { path: '/log', access: 'user', title: 'Usage log', ...more } as const;
  render(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter initialEntries={['/log']}>
        <LoadingArea area={makeArea('logs', [route])} />
      </MemoryRouter>
    </I18nextProvider>,
  );
}
