import { exportOwnLogs } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, configure, download } from './index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  configure({ userId: null, onUnauthorized: () => {} });
});

function answer(body: BodyInit, headers: Record<string, string> = {}, status = 200) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(body, { status, headers }));
}

test("a file is downloaded with its name and the user's headers", async () => {
  const spy = answer('a,b\r\n', {
    'content-disposition': 'attachment; filename="tollgate-log-self-2026-01-20.csv"',
  });
  configure({ userId: 7 });
  const file = await download(exportOwnLogs, { format: 'csv', model_name: 'gpt-4%' });
  expect(file.name).toBe('tollgate-log-self-2026-01-20.csv');
  expect(await file.content.text()).toBe('a,b\r\n');
  const [url, init] = spy.mock.calls[0] ?? [];
  expect(url).toBe('/api/log/self/export?format=csv&model_name=gpt-4%25');
  expect(init?.headers).toMatchObject({ 'new-api-user': '7' });
});

test('a failure instead of the file throws an error with its code', async () => {
  answer(
    JSON.stringify({
      success: false,
      message: 'Wait',
      code: 'too_many_exports',
      details: {},
      request_id: 'r',
    }),
  );
  const error = await download(exportOwnLogs, {}).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'too_many_exports', requestId: 'r' });
});

test("an ended session is reported, and a proxy's page is not a file", async () => {
  const onUnauthorized = vi.fn();
  configure({ onUnauthorized });
  answer('{"success":false,"code":"not_signed_in"}', {}, 401);
  await expect(download(exportOwnLogs, {})).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(onUnauthorized).toHaveBeenCalledOnce();
  answer('<html>', {}, 502);
  await expect(download(exportOwnLogs, {})).rejects.toMatchObject({ code: 'network' });
});

test('a truncated file throws an error', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
  answer(body, { 'content-disposition': 'attachment; filename="x.csv"' });
  await expect(download(exportOwnLogs, {})).rejects.toMatchObject({ code: 'network' });
});
