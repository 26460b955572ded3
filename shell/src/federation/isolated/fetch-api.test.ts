import { configure } from '@tollgate/api-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchApi } from './fetch-api.ts';

const onUnauthorized = vi.fn();
beforeEach(() => configure({ userId: 7, language: 'zh', onUnauthorized }));
afterEach(() => {
  configure({ userId: null, language: 'en', onUnauthorized: () => {} });
  vi.restoreAllMocks();
  onUnauthorized.mockClear();
});

function answerWith(response: Response) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

test('fetchApi sends the user and the language, and keeps the headers of the caller', async () => {
  const spy = answerWith(Response.json({ success: true }));
  await fetchApi('/api/token/?p=1', { headers: { 'x-mine': 'yes', 'Accept-Language': 'en' } });
  const [url, init] = spy.mock.calls[0] ?? [];
  expect(url).toBe('/api/token/?p=1');
  const headers = new Headers(init?.headers);
  const sent = ['accept-language', 'new-api-user', 'x-mine'].map((name) => headers.get(name));
  expect(sent).toEqual(['en', '7', 'yes']);
});

test('an ended session is noticed, and the caller can still read the response', async () => {
  answerWith(Response.json({ success: false, message: 'over' }, { status: 401 }));
  const response = await fetchApi('/api/token/');
  expect(onUnauthorized).toHaveBeenCalledOnce();
  expect(await response.json()).toMatchObject({ message: 'over' });
});

test.each(['https://example.com/api/', '//example.com/api/', '/assets/x.js', 'api/token'])(
  'fetchApi does not send the user to %s',
  async (path) => {
    const spy = answerWith(Response.json({}));
    await expect(fetchApi(path)).rejects.toThrow('is no address of the console API');
    expect(spy).not.toHaveBeenCalled();
  },
);
