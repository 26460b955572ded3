import {
  channelTypes,
  listChannelTypes,
  pageChannels,
  pageDrawings,
  pageTokens,
  saveOptions,
  serverCapabilities,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, configure } from './index.ts';

/** Answers as new-api's server does, and records the requests. */
let requests: string[];
let rows: unknown[];
beforeEach(() => {
  requests = [];
  rows = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push([init?.method, url, init?.body].filter(Boolean).join(' '));
    return Response.json({ success: true, message: '', data: rows });
  });
  configure({ capabilities: [] });
});
afterEach(() => {
  vi.restoreAllMocks();
  configure({ capabilities: undefined });
});

test('a page of tokens comes from the list, which counts from 0 and has no total', async () => {
  rows = [{ id: 3 }, { id: 2 }];
  const full = await call(pageTokens, { p: 2, page_size: 2 });
  expect(requests).toEqual(['GET /api/token/?p=1&size=2']);
  expect(full).toMatchObject({ items: rows, page: 2, page_size: 2, total: 5, next_cursor: null });
  rows = [{ id: 1 }];
  expect(await call(pageTokens, { p: 3, page_size: 2 })).toMatchObject({ items: rows, total: 5 });
});

test('a search of tokens and of channels is cut into pages', async () => {
  rows = [{ id: 3 }, { id: 2 }, { id: 1 }];
  expect(await call(pageTokens, { p: 2, page_size: 2, keyword: 'a' })).toMatchObject({
    items: [{ id: 1 }],
    total: 3,
  });
  await call(pageChannels, { p: 1, page_size: 2, keyword: 'b' });
  await call(pageChannels, { p: 1, page_size: 20 });
  expect(requests).toEqual([
    'GET /api/token/search?keyword=a&token=',
    'GET /api/channel/search?keyword=b&group=&model=',
    'GET /api/channel/?p=0&page_size=20',
  ]);
});

test('a page of drawings has ten rows, as many as the server gives', async () => {
  rows = Array.from({ length: 10 }, (_, index) => ({ id: index }));
  const page = await call(pageDrawings, { p: 3, page_size: 50, mj_id: 'x' });
  expect(requests).toEqual(['GET /api/mj/?mj_id=x&p=2']);
  expect(page).toMatchObject({ page: 3, page_size: 10, total: 31 });
});

test('types of channels come from the console, and options are saved one after the other', async () => {
  expect(await call(listChannelTypes, {})).toHaveLength(channelTypes.length);
  await call(saveOptions, {
    options: [
      { key: 'a', value: '1', previous: '0' },
      { key: 'b', value: '2' },
    ],
  });
  expect(requests).toEqual([
    'PUT /api/option/ {"key":"a","value":"1"}',
    'PUT /api/option/ {"key":"b","value":"2"}',
  ]);
});

test('a server that can do all of it gets the request directly', async () => {
  configure({ capabilities: serverCapabilities });
  await call(pageTokens, { p: 2 });
  expect(requests).toEqual(['GET /api/token/page?p=2']);
});
