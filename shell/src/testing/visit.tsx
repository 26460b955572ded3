import { type RenderResult, render } from '@testing-library/react';
import { type Extensions, ExtensionsContext, noExtensions } from '@tollgate/console-sdk';
import { BrowserRouter } from '@tollgate/ui/router';
import { I18nextProvider } from 'react-i18next';
import { onTestFinished } from 'vitest';
import { App } from '../app/app.tsx';
import { closePage } from './close-page.ts';
import { prepareConsole, type Setting } from './prepare-console.tsx';

/** Opens the console at an address; it is closed when the test ends. */
export function visit({
  url,
  extensions = noExtensions,
  ...setting
}: Setting & { url: string; extensions?: Extensions }): RenderResult {
  const { i18n, areas, close } = prepareConsole(setting);
  onTestFinished(() => closePage(close));
  window.history.replaceState(null, '', url);
  return render(
    <I18nextProvider i18n={i18n}>
      <BrowserRouter useTransitions={false}>
        <ExtensionsContext value={extensions}>
          <App areas={areas} />
        </ExtensionsContext>
      </BrowserRouter>
    </I18nextProvider>,
  );
}
