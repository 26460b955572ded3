import { waitFor } from '@testing-library/react';
import { configure } from '@tollgate/api-client';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChatRequest } from './chat-message.ts';
import { ChatError, streamChat } from './stream-chat.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(body: string, status = 200) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

async function readAll(onEvent?: (data: string) => void) {
  const pieces = [];
  for await (const piece of streamChat({} as ChatRequest, new AbortController().signal, {
    ...(onEvent && { onEvent }),
  }))
    pieces.push(piece);
  return pieces;
}

// @spec H208
test('nothing is read after [DONE]', async () => {
  answerWith('data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\ndata: {"error":{}}\n\n');
  expect(await readAll()).toEqual([{ content: 'a', reasoning: '' }]);
});

test('the connection is given up after [DONE]', async () => {
  const cancel = vi.fn();
  const body = new ReadableStream({
    start: (control) => control.enqueue(new TextEncoder().encode('data: [DONE]\n\n')),
    cancel,
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  expect(await readAll()).toEqual([]);
  await waitFor(() => expect(cancel).toHaveBeenCalled());
});

test('reasoning is read under both of its field names', async () => {
  answerWith(
    'data: {"choices":[{"delta":{"reasoning_content":"a"}}]}\n\ndata: {"choices":[{"delta":{"reasoning":"b"}}]}\n\n',
  );
  expect((await readAll()).map(({ reasoning }) => reasoning)).toEqual(['a', 'b']);
});

test('an error keeps its message and its code, and its raw text is recorded', async () => {
  const body = '{"error":{"message":"Top up.","code":"insufficient_user_quota"}}';
  answerWith(body, 403);
  const deltas: string[] = [];
  const error = await readAll((data) => deltas.push(data)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ChatError);
  expect(error).toMatchObject({ message: 'Top up.', reason: 'insufficient_user_quota', status: 403 });
  expect(deltas).toEqual([body]);
});

test('a 401 of a provider ends no session, and is the error of its message', async () => {
  const onUnauthorized = vi.fn();
  configure({ userId: 7, onUnauthorized });
  const refusal = { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } };
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.endsWith('/pg/chat/completions')
        ? Response.json(refusal, { status: 401 })
        : Response.json({ success: true, message: '', data: { id: 7 } }),
    ),
  );
  await expect(readAll()).rejects.toMatchObject({ message: 'Incorrect API key provided', status: 401 });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('a 401 of a session that has ended is reported to the shell', async () => {
  const onUnauthorized = vi.fn();
  configure({ userId: 7, onUnauthorized });
  const ended = { success: false, message: 'Sign in.', code: 'not_signed_in' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(ended, { status: 401 })));
  await expect(readAll()).rejects.toMatchObject({ status: 401 });
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
});
