// @vitest-environment happy-dom

import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { getSelf, listTokens, updateToken } from '@tollgate/contract';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { useAction, useData, useRefresh, useWrite } from './index.ts';
import { readServerClock, serverNow } from './server-clock.ts';
import { answer, answering, callsOf, forgetAnswers } from './testing.tsx';

const person = {
  id: 7,
  username: 'ana',
  password: '' as const,
  display_name: 'Ana',
  role: 1,
  status: 1,
  email: '',
  github_id: '',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  verification_code: '' as const,
  access_token: null,
  quota: 0,
  used_quota: 0,
  request_count: 0,
  group: 'default',
  aff_code: '',
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  DeletedAt: null,
  setting: '',
};
const token = {
  id: 3,
  user_id: 7,
  key: '',
  status: 1,
  name: 'one',
  created_time: 0,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 0,
  unlimited_quota: true,
  used_quota: 0,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: null,
  group: '',
  DeletedAt: null,
};

afterEach(() => {
  cleanup();
  forgetAnswers();
});

function Self() {
  const { data, error } = useData(getSelf, {});
  return <p>{data?.username ?? error?.code ?? 'loading'}</p>;
}

function useTokens() {
  const list = useData(listTokens, {});
  const save = useAction(updateToken, { refresh: [listTokens] });
  return { list, save };
}

function FreshCache({ children }: { children: ReactNode }) {
  return <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>;
}

test('a story shows data, failure and loading through its decorator', async () => {
  const states = {
    ana: answering(getSelf, person),
    not_signed_in: answering(getSelf, { code: 'not_signed_in' }),
    loading: answering(getSelf, person, { delayMs: Number.POSITIVE_INFINITY }),
  };
  for (const [text, decorate] of Object.entries(states)) {
    render(decorate(Self));
    expect(await screen.findByText(text)).toBeTruthy();
    cleanup();
  }
});

test('an action reloads the lists it names, and a double click sends one request', async () => {
  let name = 'one';
  answer(listTokens, () => [{ ...token, name }]);
  answer(updateToken, () => ({ ...token, name }), { delayMs: 5 });
  const { result } = renderHook(useTokens, { wrapper: FreshCache });
  await waitFor(() => expect(result.current.list.data?.[0]?.name).toBe('one'));
  name = 'two';
  await act(() =>
    Promise.all([result.current.save.run({ id: 3, name }), result.current.save.run({ id: 3, name })]),
  );
  expect(result.current.list.data?.[0]?.name).toBe('two');
  expect(result.current.save.pending).toBe(false);
  expect(callsOf(updateToken)).toHaveLength(1);
});

test('data of one search stays while another loads and disappears when that fails', async () => {
  const search = ({ keyword }: { keyword: string }) => useData(listTokens, { keyword } as never);
  answer(listTokens, (input) => (input.keyword === 'b' ? { code: 'busy' as const } : []), { delayMs: 30 });
  const { result, rerender } = renderHook(search, {
    initialProps: { keyword: 'a' },
    wrapper: ({ children }: { children: ReactNode }) => (
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>{children}</SWRConfig>
    ),
  });
  await waitFor(() => expect(result.current.data).toEqual([]));
  rerender({ keyword: 'b' });
  expect(result.current).toMatchObject({ data: [], isLoading: true });
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'busy' }));
  expect(result.current.data).toBeUndefined();
  rerender({ keyword: 'a' });
  await waitFor(() => expect(result.current.data).toEqual([]));
});

test('data stays when its own refresh fails', async () => {
  const replies = [[], { code: 'busy' as const }];
  answer(listTokens, () => replies.shift() as never);
  const { result } = renderHook(() => useData(listTokens, {} as never), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>{children}</SWRConfig>
    ),
  });
  await waitFor(() => expect(result.current.data).toEqual([]));
  await act(() => result.current.mutate().catch(() => {}));
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'busy' }));
  expect(result.current.data).toEqual([]);
});

test('an older schema does not drop fields for newer code that shares the cache', async () => {
  const onSuccess = vi.fn();
  const newer = { ...getSelf, output: z.object({ username: z.string(), nickname: z.string() }) };
  const older = { ...getSelf, output: z.object({ username: z.string() }) };
  answer(getSelf, { ...person, nickname: 'Nana' } as never);
  const read = () => [useData(older, {}, { onSuccess }), useData(newer, {})].map(({ data }) => data);
  const { result, rerender } = renderHook(read, { wrapper: FreshCache });
  await waitFor(() =>
    expect(result.current).toEqual([{ username: 'ana' }, { username: 'ana', nickname: 'Nana' }]),
  );
  expect(onSuccess.mock.lastCall?.[0]).toEqual({ username: 'ana' });
  const before = result.current;
  rerender();
  expect(result.current[1]).toBe(before[1]);
  expect(callsOf(getSelf)).toHaveLength(1);
});

test('writing changes what is shown without a request, refreshing reads it again', async () => {
  answer(listTokens, [token]);
  const use = () => ({ list: useData(listTokens, {}), write: useWrite(), refresh: useRefresh() });
  const { result } = renderHook(use, { wrapper: FreshCache });
  await waitFor(() => expect(result.current.list.data?.[0]?.name).toBe('one'));
  await act(() =>
    result.current.write(listTokens, (rows) => rows.map((row) => ({ ...row, name: 'written' }))),
  );
  expect(result.current.list.data?.[0]?.name).toBe('written');
  expect(callsOf(listTokens)).toHaveLength(1);
  await act(() => result.current.refresh([listTokens]));
  expect(result.current.list.data?.[0]?.name).toBe('one');
});

test('fields that are read at the time of a call are read again with each call', async () => {
  answer(listTokens, []);
  let p = 1;
  const read = { key: 'rolling', input: () => ({ p }) };
  const { result } = renderHook(() => useData(listTokens, { size: 5 }, { atCall: read }), {
    wrapper: FreshCache,
  });
  await waitFor(() => expect(result.current.data).toEqual([]));
  p = 2;
  await act(() => result.current.mutate());
  expect(callsOf(listTokens)).toEqual([
    { p: '1', size: '5' },
    { p: '2', size: '5' },
  ]);
});

test('a request by a clock that turns out to be wrong is sent again by that of the server', async () => {
  const start = () => ({ p: Math.floor(serverNow() / 1000) });
  answer(listTokens, []);
  const { result } = renderHook(() => useData(listTokens, {}, { atCall: { key: 'now', input: start } }), {
    wrapper: FreshCache,
  });
  await waitFor(() => expect(result.current.data).toEqual([]));
  const server = Date.now() - 26 * 3_600_000;
  const respondAt = (timeMs: number) =>
    act(() => readServerClock(new Response(null, { headers: { date: new Date(timeMs).toUTCString() } })));
  respondAt(server);
  await waitFor(() => expect(callsOf(listTokens)).toHaveLength(2));
  expect(Math.abs(Number(callsOf(listTokens)[1]?.p) - server / 1000)).toBeLessThan(60);
  respondAt(server + 5000);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(callsOf(listTokens)).toHaveLength(2);
  respondAt(Date.now());
});
