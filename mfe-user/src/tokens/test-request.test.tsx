import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderArea } from '@tollgate/console-sdk/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { TestRequest } from './test-request.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

async function send(reply: () => Promise<Response>) {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(reply);
  const children = <TestRequest secret="sk-abc" model="gpt-4o" />;
  await renderArea({ id: 'user', area, role: 'user', path: '/token', children });
  await userEvent.click(screen.getByRole('button', { name: 'Send a test request' }));
  return sent;
}

test('a test request has the key and the model, and shows answer and tokens', async () => {
  const sent = await send(async () =>
    Response.json({
      choices: [{ message: { content: 'Hello there' } }],
      usage: { prompt_tokens: 12, completion_tokens: 3 },
    }),
  );
  expect(await screen.findByText('Hello there')).toBeTruthy();
  expect(screen.getByText(/Answered in .* · 12 tokens in, 3 out/)).toBeTruthy();
  const [url, { headers, body } = {}] = sent.mock.calls[0] ?? [];
  expect(url).toBe('/v1/chat/completions');
  expect(headers).toMatchObject({ authorization: 'Bearer sk-abc' });
  expect(JSON.parse(String(body))).toMatchObject({ model: 'gpt-4o' });
});

test('a refused test request shows the reason of the gateway', async () => {
  await send(async () => Response.json({ error: { message: 'No channel serves gpt-4o.' } }, { status: 503 }));
  expect(await screen.findByText(/No channel serves gpt-4o/)).toBeTruthy();
});

test('a test request without a response says so', async () => {
  await send(async () => {
    throw new TypeError('offline');
  });
  expect(await screen.findByText(/Couldn't reach the server/)).toBeTruthy();
});
