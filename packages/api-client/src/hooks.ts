import type { Endpoint, Input, Output } from '@tollgate/contract';
import { useCallback, useRef, useState } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse, unstable_serialize, useSWRConfig } from 'swr';
import type { ApiError } from './api-error.ts';
import { call } from './call.ts';

export interface DataOptions<E extends Endpoint> extends SWRConfiguration<Output<E>, ApiError> {
  /** Fields that are known only when a call is made, such as "since an hour ago". `key` names them in the cache. */
  atCall?: { key: string; input: () => Partial<Input<E>> };
}

/**
 * Reads an endpoint. Pass `null` to wait until the input is known. While another page or search loads, `data`
 * is still the last one and `isLoading` is true. When it fails, `data` is gone: rows of one search are never shown
 * under the filters of another.
 */
export function useData<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  { atCall, ...options }: DataOptions<E> = {},
): SWRResponse<Output<E>, ApiError> {
  const key = input === null ? null : [endpoint.address, input, ...(atCall ? [atCall.key] : [])];
  const { cache } = useSWRConfig();
  const read = () => call(endpoint, Object.assign({}, input, atCall?.input()) as Input<E>);
  const answer = useSWR<Output<E>, ApiError>(key, read, { keepPreviousData: true, ...options });
  return {
    // Getters, because SWR renders again only for what was read.
    get data() {
      const isPrevious = answer.error !== undefined && cache.get(unstable_serialize(key))?.data === undefined;
      return isPrevious ? undefined : answer.data;
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
    mutate: answer.mutate,
  };
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
  const { mutate } = useSWRConfig();
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
        const addresses = new Set<unknown>(refreshed.current.map(({ address }) => address));
        await mutate((cached) => Array.isArray(cached) && addresses.has(cached[0]));
        return output;
      }
    },
    [calls, endpoint, mutate],
  );
  return { run, pending: running > 0 };
}
