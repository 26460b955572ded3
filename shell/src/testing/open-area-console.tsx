import { render } from '@testing-library/react';
import { createStore } from '@tollgate/console-sdk';
import type { RegistrySnapshot } from '@tollgate/contract';
import { classifyFailure } from '@tollgate/federation';
import type { OpenAreaConsole } from '@tollgate/mfe-kit/testing';
import { BrowserRouter } from '@tollgate/ui/router';
import { I18nextProvider } from 'react-i18next';
import { App } from '../app/app.tsx';
import { AreaOutlet } from '../federation/area-outlet.tsx';
import { FederationProvider } from '../federation/federation-provider.tsx';
import { addFederationTexts } from '../federation/federation-texts.ts';
import { closePage } from './close-page.ts';
import { makeFederation } from './make-federation.ts';
import { prepareConsole } from './prepare-console.tsx';
import { ada, admin, root } from './users.ts';

/** For the area contract, which imports this file by name. */
export const openAreaConsole: OpenAreaConsole = ({ area, next, url, access, load, entryStatus }) => {
  const user = { public: undefined, user: ada, admin, root }[access];
  const { i18n, areas, close } = prepareConsole({ areas: [area], ...(user && { user }) });
  addFederationTexts(i18n);
  const store = createStore<RegistrySnapshot>(areas.registry.get());
  const refresh = async () => store.set({ ...store.get(), rev: '2', areas: [next] });
  const registry = { ...store, refresh };
  const { federation, events } = makeFederation(registry, i18n, {
    loadModule: load,
    classify: (build, error) => classifyFailure(build.buildId, error, entryStatus),
  });
  window.history.replaceState(null, '', url);
  const shown = render(
    <I18nextProvider i18n={i18n}>
      <FederationProvider value={federation}>
        <BrowserRouter useTransitions={false}>
          <App areas={{ registry, render: (found) => <AreaOutlet area={found} />, preload: () => {} }} />
        </BrowserRouter>
      </FederationProvider>
    </I18nextProvider>,
  );
  return Object.assign(shown, { events, close: () => closePage(close) });
};
