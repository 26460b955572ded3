import { createStore, type Readable } from '@tollgate/console-sdk';
import { hostApi, type RegistrySnapshot } from '@tollgate/contract';

/** With what this very page offers to areas: the gateway may have been updated since it was opened. */
const ADDRESS = `/api/console/registry?host_api=${hostApi}`;
/** Who presses "Try again" waits for this. */
const LIMIT_MS = 4000;

export interface RegistrySource extends Readable<RegistrySnapshot> {
  /** Asks the gateway again. Keeps what is known when no answer comes. */
  refresh(): Promise<void>;
}

/** The registry: first as inlined in the page, later as the gateway answers it. */
export function createRegistrySource(initial: RegistrySnapshot): RegistrySource {
  const store = createStore(initial);
  return { get: store.get, subscribe: store.subscribe, refresh };

  async function refresh(): Promise<void> {
    const next = await ask().catch(() => undefined);
    if (next?.schema === 1 && next.rev !== store.get().rev) store.set(next);
  }
}

/** @throws when no answer, or a broken one, came in time. */
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
