import type { Endpoint, Input, Output } from '@tollgate/contract';
import { useCallback, useRef, useState } from 'react';
import useSWR, {
  mutate as mutateShared,
  type SWRConfiguration,
  type SWRResponse,
  unstable_serialize,
  useSWRConfig,
} from 'swr';
import type { ApiError } from './api-error.ts';
import { call, callRaw, parseData } from './call.ts';
import { readWhileNeeded, useNeeded } from './needed-reads.ts';
import { useServerClock } from './server-clock.ts';

/** {@link useData} without what would let a reader change the cache. */
export type Data<E extends Endpoint> = Omit<SWRResponse<Output<E>, ApiError>, 'mutate'> & {
  /** Reads the endpoint again. */
  mutate: () => Promise<Output<E> | undefined>;
};

/** SWR's options, without those that would put other data into the cache. */
export type DataOptions<E extends Endpoint> = Omit<
  SWRConfiguration<unknown, ApiError>,
  'compare' | 'fallback' | 'fallbackData' | 'fetcher' | 'onSuccess' | 'refreshInterval' | 'use'
> & {
  onSuccess?: (data: Output<E>) => void;
  /** Milliseconds; 0 reads once. */
  refreshInterval?: number | ((latest: Output<E> | undefined) => number);
  /**
   * Fields that are known only when a call is made, such as "since an hour ago". `key` names them in the cache. They
   * are read again when a response tells that the browser's clock is wrong.
   */
  atCall?: { key: string; input: () => Partial<Input<E>> };
};

/**
 * Reads an endpoint. Pass `null` to wait until the input is known. While another page or search loads, `data`
 * is still the last one and `isLoading` is true. When it fails, `data` is gone: rows of one search are never shown
 * under the filters of another.
 *
 * The cache holds what the server sent, and each reader parses it with its own schema: areas of different days
 * share the cache, and an older schema would drop the fields that a newer one expects.
 */
export function useData<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  { onSuccess, refreshInterval = 0, atCall, ...options }: DataOptions<E> = {},
): Data<E> {
  const aheadMs = useServerClock();
  const moment = atCall && (aheadMs === 0 ? [atCall.key] : [atCall.key, aheadMs]);
  const key = input === null ? null : [endpoint.address, input, ...(moment ?? [])];
  const { cache } = useSWRConfig();
  const name = unstable_serialize(key);
  const read = () =>
    readWhileNeeded(name, (signal) =>
      callRaw(endpoint, Object.assign({}, input, atCall?.input()) as Input<E>, { signal }),
    );
  useNeeded(name);
  // A number: SWR starts its timer again for a new function, and each render would have another one. Of several reads
  // on a page only the first would ever come due.
  const everyMs =
    typeof refreshInterval === 'function'
      ? refreshInterval(parseOnce(endpoint, cache.get(name)?.data))
      : refreshInterval;
  const answer = useSWR<unknown, ApiError>(key, read, {
    keepPreviousData: true,
    ...options,
    onSuccess: (sent) => onSuccess?.(parseOnce(endpoint, sent) as Output<E>),
    refreshInterval: everyMs,
  });
  return {
    // Getters, because SWR renders again only for what was read.
    get data() {
      const isPrevious = answer.error !== undefined && cache.get(name)?.data === undefined;
      return isPrevious ? undefined : parseOnce(endpoint, answer.data);
    },
    get error() {
      return answer.error;
    },
    get isLoading() {
      return answer.isLoading;
    },
    get isValidating() {
      return answer.isValidating;
    },
    mutate: async () => parseOnce(endpoint, await answer.mutate()),
  };
}

const parsed = new WeakMap<object, Map<Endpoint, unknown>>();

/** Returns the same object for the same answer, so that what was drawn from it need not be drawn again. */
function parseOnce<E extends Endpoint>(endpoint: E, sent: unknown): Output<E> | undefined {
  if (sent === undefined) return undefined;
  if (Object(sent) !== sent) return parseData(endpoint, sent);
  const known = parsed.get(sent as object) ?? new Map<Endpoint, unknown>();
  parsed.set(sent as object, known);
  if (!known.has(endpoint)) known.set(endpoint, parseData(endpoint, sent));
  return known.get(endpoint) as Output<E>;
}

/** Returns a function that reads again what is shown of the endpoints, and forgets the rest of them. */
export function useRefresh(): (endpoints: readonly Endpoint[]) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback((endpoints) => mutate(keysOf(endpoints)), [mutate]);
}

/** Reads again all that is shown: after a change of the language, in which the server describes things. */
export function readAllAgain(): Promise<unknown> {
  return mutateShared(() => true);
}

/** Puts into the cache what a page brought along of the server's answer, so that it is not requested. */
export function fillCache<E extends Endpoint>(endpoint: E, input: Input<E>, sent: unknown): void {
  void mutateShared([endpoint.address, input], sent, { revalidate: false });
}

/**
 * Returns a function that changes what the cache holds of an endpoint, for every input, without reading it again.
 * `change` copies what it leaves (`{ ...data, name }`): the cache may hold fields that only newer code knows.
 */
export function useWrite(): <E extends Endpoint>(
  endpoint: E,
  change: (data: Output<E>) => Output<E>,
) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(
    (endpoint, change) =>
      mutate(keysOf([endpoint]), (data: unknown) => data && change(data as never), { revalidate: false }),
    [mutate],
  );
}

function keysOf(endpoints: readonly Endpoint[]): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && endpoints.some(({ address }) => address === key[0]);
}

/**
 * Calls an endpoint on demand, then reloads every list or record named in `refresh`.
 *
 * `run` rejects with {@link ApiError}. `pending` stays true until the fresh data has arrived. A call with the
 * same input joins a running one: a double click is one request.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { refresh = [] }: { refresh?: readonly Endpoint[] } = {},
) {
  const refreshAll = useRefresh();
  const [running, setRunning] = useState(0);
  const calls = useRef(new Map<string, Promise<Output<E>>>()).current;
  const refreshed = useRef(refresh);
  refreshed.current = refresh;

  const run = useCallback(
    (input: Input<E>): Promise<Output<E>> => {
      const key = JSON.stringify(input);
      const under = calls.get(key);
      if (under) return under;

      setRunning((count) => count + 1);
      const started = callAndRefresh().finally(() => {
        calls.delete(key);
        setRunning((count) => count - 1);
      });
      calls.set(key, started);
      return started;

      async function callAndRefresh() {
        const output = await call(endpoint, input);
        await refreshAll(refreshed.current);
        return output;
      }
    },
    [calls, endpoint, refreshAll],
  );
  return { run, pending: running > 0 };
}
