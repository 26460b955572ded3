// @vitest-environment happy-dom

import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { getAbout } from '@tollgate/contract';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { useData } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A server that answers when the test says so, and notes which requests the browser gave up. */
function slowServer() {
  const requests: { isAborted: () => boolean; answer: (text: string) => void }[] = [];
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      requests.push({
        isAborted: () => signal?.aborted === true,
        answer: (data) => resolve(Response.json({ success: true, message: '', data })),
      });
    });
  vi.stubGlobal('fetch', vi.fn(fetch));
  return requests;
}

const cache = new Map();
function SharedCache({ children }: { children: ReactNode }) {
  return <SWRConfig value={{ provider: () => cache, dedupingInterval: 0 }}>{children}</SWRConfig>;
}

const search = (keyword: string) => useData(getAbout, { keyword } as never);
const show = (keyword: string) => renderHook(search, { initialProps: keyword, wrapper: SharedCache });
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a search that was typed on gives its request up, and its answer never shows', async () => {
  const requests = slowServer();
  const { result, rerender } = show('typed');
  await waitFor(() => expect(requests).toHaveLength(1));
  rerender('typed on');
  await waitFor(() => expect(requests).toHaveLength(2));
  await waitFor(() => expect(requests.map(({ isAborted }) => isAborted())).toEqual([true, false]));
  requests[1]?.answer('second');
  await waitFor(() => expect(result.current.data).toBe('second'));
  expect(result.current.error).toBeUndefined();
});

test('a request that was given up is sent again when its data is needed after all', async () => {
  const requests = slowServer();
  const { result, rerender } = show('back');
  await waitFor(() => expect(requests).toHaveLength(1));
  rerender('forth');
  await waitFor(() => expect(requests[0]?.isAborted()).toBe(true));
  rerender('back');
  await waitFor(() => expect(requests.length).toBeGreaterThan(2));
  for (const { answer } of requests.slice(2)) answer('found');
  await waitFor(() => expect(result.current.data).toBe('found'));
  expect(result.current).toMatchObject({ error: undefined, isLoading: false });
});

test('a request goes on while another component, or the next page, needs its data', async () => {
  const requests = slowServer();
  const first = show('shared');
  await waitFor(() => expect(requests).toHaveLength(1));
  const second = show('shared');
  first.unmount();
  await turn();
  second.unmount();
  const next = show('shared');
  await turn();
  expect(requests.map(({ isAborted }) => isAborted())).not.toContain(true);
  next.unmount();
  await turn();
  expect(requests.map(({ isAborted }) => isAborted())).not.toContain(false);
});
