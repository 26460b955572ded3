import { createStore, type Readable } from '@tollgate/console-sdk';
import { hostApi, type RegistrySnapshot } from '@tollgate/contract';
import { isAbridged } from '@tollgate/federation';

/** With this page's host API version: the gateway may have been updated since the page was opened. */
const ADDRESS = `/api/console/registry?host_api=${hostApi}`;
/** The user waits for this after pressing "Try again". */
const LIMIT_MS = 4000;

export interface RegistrySource extends Readable<RegistrySnapshot> {
  /** Reloads the registry. Keeps the current one when no response comes. */
  refresh(): Promise<void>;
}

/** The registry: first the one inlined in the page, later the gateway's responses. */
export function createRegistrySource(initial: RegistrySnapshot): RegistrySource {
  const store = createStore(initial);
  let sent = 0;
  let newest = 0;
  return { get: store.get, subscribe: store.subscribe, refresh };

  async function refresh(): Promise<void> {
    sent += 1;
    const number = sent;
    const next = await ask().catch(() => undefined);
    if (next?.schema !== 1 || number < newest) return; // a later request was answered first
    newest = number;
    // The page held the same revision without most files.
    if (next.rev !== store.get().rev || isAbridged(store.get())) store.set(next);
  }
}

/** @throws when no response, or a broken one, came in time. */
async function ask(): Promise<RegistrySnapshot | undefined> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const response = await fetch(ADDRESS, { cache: 'no-cache', signal });
  return response.ok ? ((await response.json()) as RegistrySnapshot) : undefined;
}

/** @throws when the page was not served by the gateway. */
export function readInlinedRegistry(): RegistrySnapshot {
  const text = document.getElementById('console-registry')?.textContent;
  if (!text) throw new Error('The page holds no registry of areas.');
  return JSON.parse(text) as RegistrySnapshot;
}
