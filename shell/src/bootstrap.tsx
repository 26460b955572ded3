import { ExtensionsContext } from '@tollgate/console-sdk';
import { BrowserRouter } from '@tollgate/ui/router';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App } from './app/app.tsx';
import { afterFirstPage, awaitFirstPage } from './app/first-page.ts';
import type { Areas } from './areas/areas-context.ts';
import { announceInboxChange } from './chrome/inbox/inbox-changes.ts';
import { configureCalls } from './configure-calls.ts';
import { AreaOutlet } from './federation/area-outlet.tsx';
import {
  addFederationTexts,
  createAreaReports,
  createConsoleFederation,
  createExtensions,
  createRegistrySource,
  FederationProvider,
  federatedRemote,
  followRegistry,
  readInlinedRegistry,
} from './federation/index.ts';
import { whenIdle } from './federation/load-ahead.ts';
import { onceEach } from './federation/once-each.ts';
import { createConsoleHost } from './host/create-console-host.ts';
import { reportFromArea, reportLoading } from './host/reports.ts';
import { startI18n } from './i18n/start-i18n.ts';
import { session, startSession } from './session/session.ts';
import { startStatus } from './status/inlined-status.ts';
import { startTheme } from './theme/theme.ts';

const { i18n, locale } = startI18n();
addFederationTexts(i18n);
startTheme();
startSession();
configureCalls();
startStatus();
awaitFirstPage();

const registry = createRegistrySource(readInlinedRegistry());
const host = createConsoleHost({
  version: registry.get().host.version,
  locale,
  report: reportFromArea,
  findLink: (link) =>
    registry.get().areas.find(({ contributes }) => contributes.links?.[link])?.contributes.links?.[link],
});
const reportToGateway = createAreaReports(registry);
const federation = createConsoleFederation({
  registry,
  host,
  i18n,
  remote: federatedRemote,
  onEvent: onceEach((event) => {
    reportLoading(event);
    reportToGateway(event);
  }),
});
followRegistry(registry, session, {
  onNews: () => host.events.emit('areas.changed/v1', {}),
  onNotification: announceInboxChange,
});
// What other areas need, and what watches them, has time.
afterFirstPage(() => {
  whenIdle(() => void federation.fetchRest());
  void import('./federation/watch-areas.ts').then(
    ({ watchAreas }) => watchAreas(i18n, reportToGateway),
    () => {}, // nothing depends on it
  );
});
const extensions = createExtensions(federation);
const areas: Areas = {
  registry,
  render: (area) => <AreaOutlet key={area.id} area={area} />,
  preload: federation.preload,
};

createRoot(document.getElementById('root') as HTMLElement).render(
  <I18nextProvider i18n={i18n}>
    <FederationProvider value={federation}>
      {/* Session and address change together; with transitions, the guards would see only one of them. */}
      <BrowserRouter useTransitions={false}>
        <ExtensionsContext value={extensions}>
          <App areas={areas} />
        </ExtensionsContext>
      </BrowserRouter>
    </FederationProvider>
  </I18nextProvider>,
);
