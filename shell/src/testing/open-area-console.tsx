import { type RenderResult, render } from '@testing-library/react';
import { forgetAnswers } from '@tollgate/api-client/testing';
import { type AreaModule, createStore } from '@tollgate/console-sdk';
import type { BuildRef, RegistrySnapshot, ResolvedArea, RouteAccess } from '@tollgate/contract';
import { classifyFailure, type FederationEvent } from '@tollgate/federation';
import { BrowserRouter } from '@tollgate/ui/router';
import { I18nextProvider } from 'react-i18next';
import { App } from '../app/app.tsx';
import { AreaOutlet } from '../federation/area-outlet.tsx';
import { createConsoleFederation } from '../federation/console-federation.ts';
import { FederationProvider } from '../federation/federation-provider.tsx';
import { addFederationTexts } from '../federation/federation-texts.ts';
import { createConsoleHost } from '../host/create-console-host.ts';
import { prepareConsole } from './prepare-console.tsx';
import { ada, admin, root } from './users.ts';

export interface AreaConsole extends RenderResult {
  /** What was told about the loading of areas, oldest first. */
  events: FederationEvent[];
  close(): void;
}

/**
 * The real console with its real loader around one area, at an address; only the way of the code to the browser is
 * `load`'s. `entryStatus`: what the browser says that the gateway answered for the entry, 0 for nothing. `next`: what the
 * gateway says of the area when it is asked again.
 */
export function openAreaConsole({
  area,
  next,
  url,
  access,
  load,
  entryStatus,
}: {
  area: ResolvedArea;
  next: ResolvedArea;
  url: string;
  access: RouteAccess;
  load(build: BuildRef): Promise<AreaModule>;
  entryStatus: number;
}): AreaConsole {
  const user = { public: undefined, user: ada, admin, root }[access];
  const { i18n, areas, close } = prepareConsole({ areas: [area], ...(user && { user }) });
  addFederationTexts(i18n);
  const store = createStore<RegistrySnapshot>(areas.registry.get());
  const refresh = async () => store.set({ ...store.get(), rev: '2', areas: [next] });
  const registry = { ...store, refresh };
  const events: FederationEvent[] = [];
  const federation = createConsoleFederation({
    registry,
    host: createConsoleHost({
      version: '0.1.0',
      locale: createStore('en'),
      report: () => {},
      findLink: () => undefined,
    }),
    i18n,
    remote: {
      loadModule: load,
      classify: (build, error) => classifyFailure(build.buildId, error, entryStatus),
    },
    onEvent: (event) => events.push(event),
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
  const closeAll = () => {
    close();
    forgetAnswers();
  };
  return Object.assign(shown, { events, close: closeAll });
}
