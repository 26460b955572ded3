import { getChannel, getSelf, pageTokens, startPayment, updateToken } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, call, configure } from './index.ts';
import { answer, callsOf, forgetAnswers } from './testing.tsx';

const person = { id: 7, username: 'ana', display_name: 'Ana', role: 1, status: 1, group: 'default' };

beforeEach(() => configure({ userId: null, onUnauthorized: () => {} }));
afterEach(() => {
  forgetAnswers();
  vi.restoreAllMocks();
});

/** Answers every request with one raw response and records the requests. */
function answerRaw(response: Response | Error) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (response instanceof Error) throw response;
    return response;
  });
}

test('sends the user id header, and -1 without a session', async () => {
  const spy = answerRaw(Response.json({ success: true, message: '', data: person }));
  await call(getSelf, {});
  expect(spy.mock.calls[0]?.[1]?.headers).toMatchObject({
    'new-api-user': '-1',
    'cache-control': 'no-store',
  });

  spy.mockResolvedValue(Response.json({ success: true, message: '', data: person }));
  configure({ userId: 7, language: 'zh' });
  await call(getSelf, {});
  expect(spy.mock.calls[1]?.[1]?.headers).toMatchObject({ 'new-api-user': '7', 'accept-language': 'zh' });
});

test('fills path, query and body as the endpoint defines', async () => {
  const spy = answerRaw(new Error('down'));
  await call(getChannel, { id: 5 }).catch(() => {});
  await call(pageTokens, { p: 2, page_size: undefined, keyword: 'a b' }).catch(() => {});
  await call(updateToken, { id: 3, status: 2, status_only: true }).catch(() => {});
  expect(spy.mock.calls.map(([url, init]) => [init?.method, url, init?.body])).toEqual([
    ['GET', '/api/channel/5', undefined],
    ['GET', '/api/token/page?p=2&keyword=a+b', undefined],
    ['PUT', '/api/token/?status_only=true', '{"id":3,"status":2}'],
  ]);
});

test('a failed call throws its code, details and request id', async () => {
  const failure = {
    success: false,
    message: 'Taken',
    code: 'option_invalid',
    details: { key: 'x' },
    request_id: 'r1',
  };
  answerRaw(Response.json(failure));
  const error = await call(getSelf, {}).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'option_invalid', message: 'Taken', requestId: 'r1', status: 200 });
});

test('a missing response is a network failure', async () => {
  answerRaw(new TypeError('fetch failed'));
  await expect(call(getSelf, {})).rejects.toMatchObject({ code: 'network', status: 0 });
});

test.each([
  [429, 'rate_limited'],
  [502, 'network'],
  [500, 'internal'],
])('a response %i without a body is read by its status', async (status, code) => {
  answerRaw(new Response('', { status }));
  await expect(call(getSelf, {})).rejects.toMatchObject({ code, status });
});

test("a failure without a code keeps the server's message", async () => {
  answerRaw(Response.json({ success: false, message: '令牌名称过长' }));
  await expect(call(getSelf, {})).rejects.toMatchObject({ code: 'refused', message: '令牌名称过长' });
});

test('an ended session is reported to the shell once per response', async () => {
  const onUnauthorized = vi.fn();
  configure({ onUnauthorized });
  answer(getSelf, { code: 'not_signed_in' });
  await expect(call(getSelf, {})).rejects.toMatchObject({ code: 'not_signed_in', status: 401 });
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
});

test('a 401 that answers a request from before the sign-in does not end the new session', async () => {
  const onUnauthorized = vi.fn();
  configure({ userId: 7, onUnauthorized });
  answer(getSelf, { code: 'not_signed_in' });
  const late = call(getSelf, {});
  configure({ userId: 7 });
  await expect(late).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('a 401 of a proxy does not end the session', async () => {
  const onUnauthorized = vi.fn();
  configure({ onUnauthorized });
  answerRaw(new Response('<h1>Authorization Required</h1>', { status: 401 }));
  await expect(call(getSelf, {})).rejects.toMatchObject({ code: 'refused', status: 401 });
  answerRaw(Response.json({ error: 'proxy login' }, { status: 401 }));
  await expect(call(getSelf, {})).rejects.toMatchObject({ code: 'refused', status: 401 });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

// @spec H002
test('a call returns the data of the envelope for any status, but only on success', async () => {
  answerRaw(Response.json({ success: true, message: 'Done', data: person }));
  expect(await call(getSelf, {})).toMatchObject({ id: 7, username: 'ana' });
  answerRaw(Response.json({ success: false, message: 'No', data: person }));
  await expect(call(getSelf, {})).rejects.toMatchObject({ message: 'No' });
});

// @spec I007
test.each([
  ['nothing', ''],
  ['null', 'null'],
  ['a text', '"ok"'],
  ['a list', '[]'],
  ['an envelope without success', '{}'],
  ['a page of a proxy', '<html>ok</html>'],
])('%s instead of the envelope is a failed request for any status', async (_, body) => {
  answerRaw(new Response(body, { status: 200 }));
  await expect(call(getSelf, {})).rejects.toMatchObject({ code: 'refused', status: 200 });
});

test('fields that another server of the same API omits get their defaults', async () => {
  answerRaw(Response.json({ success: true, message: '', data: person }));
  expect(await call(getSelf, {})).toMatchObject({ id: 7, quota: 0, setting: '' });
});

test('a fake endpoint returns data, failures and results computed from the input', async () => {
  answer(getChannel, ({ id }) => ({ code: 'channel_not_found', details: { id: Number(id) } }));
  await expect(call(getChannel, { id: 9 })).rejects.toMatchObject({ details: { id: 9 } });
  expect(callsOf(getChannel)).toEqual([{ id: '9' }]);
});

// @spec I009
test('the pay call treats a message other than success as an error and reads the sentence from data', async () => {
  const order = { amount: 1, payment_method: 'zfb' } as const;
  const spy = answerRaw(Response.json({ message: 'error', data: 'the shop is closed' }));
  await expect(call(startPayment, order)).rejects.toMatchObject({ message: 'the shop is closed' });

  const form = { message: 'success', data: { pid: '1' }, url: 'https://pay.example/submit.php' };
  spy.mockResolvedValue(Response.json(form));
  expect(await call(startPayment, order)).toMatchObject({ url: form.url, data: form.data });
});

test.each(['headers', 'body'])(
  'a write whose %s never come fails as unanswered after 30 seconds',
  async (missing) => {
    const limit = new AbortController();
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      const ended = new Promise<never>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(limit.signal.reason));
      });
      if (missing === 'headers') return ended;
      return Object.assign(new Response(), { json: () => ended });
    });
    const saved = call(updateToken, { id: 3, status: 2, status_only: true }).catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve));
    limit.abort(new DOMException('too late', 'TimeoutError'));
    expect(await saved).toMatchObject({ code: 'network' });
    expect(spy.mock.calls).toEqual([[30_000]]);
  },
);

test('a read has no time limit', async () => {
  const spy = vi.spyOn(AbortSignal, 'timeout');
  answerRaw(Response.json({ success: true, message: '', data: person }));
  await call(getSelf, {});
  expect(spy).not.toHaveBeenCalled();
});
