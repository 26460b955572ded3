import { createStore } from '@tollgate/console-sdk';
import type { FederationEvent } from '@tollgate/federation';
import type { i18n } from 'i18next';
import { createConsoleFederation } from '../federation/console-federation.ts';
import type { RegistrySource } from '../federation/registry-source.ts';
import type { Remote } from '../federation/remote.ts';
import { createConsoleHost } from '../host/create-console-host.ts';

/**
 * The console's real loader; `remote` replaces only the transport of the code. `events`: what it reported,
 * oldest first.
 */
export function makeFederation(registry: RegistrySource, i18n: i18n, remote: Remote) {
  const events: FederationEvent[] = [];
  const host = createConsoleHost({
    version: '0.1.0',
    locale: createStore('en'),
    report: () => {},
    findLink: () => undefined,
  });
  const onEvent = (event: FederationEvent) => void events.push(event);
  return { federation: createConsoleFederation({ registry, host, i18n, remote, onEvent }), events };
}
