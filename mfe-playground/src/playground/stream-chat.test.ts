import { afterEach, expect, test, vi } from 'vitest';
import type { ChatRequest } from './chat-message.ts';
import { ChatError, streamChat } from './stream-chat.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(body: string, status = 200) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

async function readAll(onEvent?: (data: string) => void) {
  const pieces = [];
  for await (const piece of streamChat({} as ChatRequest, new AbortController().signal, onEvent))
    pieces.push(piece);
  return pieces;
}

test('H208 nothing is read after [DONE]', async () => {
  answerWith('data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\ndata: {"error":{}}\n\n');
  expect(await readAll()).toEqual([{ content: 'a', reasoning: '' }]);
});

test('thoughts are read under both of their names', async () => {
  answerWith(
    'data: {"choices":[{"delta":{"reasoning_content":"a"}}]}\n\ndata: {"choices":[{"delta":{"reasoning":"b"}}]}\n\n',
  );
  expect((await readAll()).map(({ reasoning }) => reasoning)).toEqual(['a', 'b']);
});

test('a refusal keeps its sentence and its name, and is heard as it travelled', async () => {
  const body = '{"error":{"message":"Top up.","code":"insufficient_user_quota"}}';
  answerWith(body, 403);
  const heard: string[] = [];
  const error = await readAll((data) => heard.push(data)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ChatError);
  expect(error).toMatchObject({ message: 'Top up.', reason: 'insufficient_user_quota', status: 403 });
  expect(heard).toEqual([body]);
});
