import type { Decorator, Meta, StoryObj } from '@storybook/react';
import type { Language } from '@tollgate/i18n';
import { UiProvider } from '@tollgate/ui/core';
import { MemoryRouter } from '@tollgate/ui/router';
import { type ReactNode, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import '../shell.css';
import { DegradedArea } from './degraded-area.tsx';
import { addFederationTexts } from './federation-texts.ts';
import { LoadingArea } from './loading-area.tsx';

const logs = makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]);

const meta: Meta<typeof DegradedArea> = {
  title: 'Shell/Areas that are not there',
  component: DegradedArea,
  args: { area: logs, isRetrying: false, onRetry: () => {}, onNews: () => {} },
  parameters: { surroundings: 'page', layout: 'fullscreen' },
  decorators: [inShell],
};
export default meta;
type Story = StoryObj<typeof DegradedArea>;

export const NotLoaded: Story = {};
export const TriedAgain: Story = { args: { isRetrying: true } };
export const SwitchedOff: Story = { args: { area: { ...logs, state: 'off' } } };
export const DoesNotFit: Story = { args: { area: { ...logs, state: 'incompatible' } } };

/** The skeleton after a moment, and then the notice that it takes longer. */
export const StillLoading: Story = {
  render: ({ area }) => <LoadingArea area={area} />,
  play: async ({ canvasElement }) => {
    while (!canvasElement.querySelector('[role="status"]')?.textContent)
      await new Promise((resolve) => setTimeout(resolve, 100));
  },
};

/** Renders an area as in the console, without the frame. */
function inShell(...[Story, { globals }]: Parameters<Decorator>) {
  const { language, theme } = globals as { language: Language; theme: 'light' | 'dark' };
  return (
    <Around key={language} language={language} theme={theme}>
      <Story />
    </Around>
  );
}

function Around(props: { language: Language; theme: 'light' | 'dark'; children: ReactNode }) {
  const [i18n] = useState(() => {
    const started = startI18n({ language: props.language });
    addFederationTexts(started.i18n);
    return started.i18n;
  });
  return (
    <I18nextProvider i18n={i18n}>
      <UiProvider theme={props.theme}>
        <MemoryRouter initialEntries={['/log']}>
          <main style={{ padding: 'var(--tg-space-6)' }}>{props.children}</main>
        </MemoryRouter>
      </UiProvider>
    </I18nextProvider>
  );
}
