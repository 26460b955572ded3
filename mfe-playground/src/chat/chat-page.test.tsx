import { screen, waitFor } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getStatus, listTokens } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { appChat, brokenChat, disabled, enabled, siteWith, webChat } from './chat.fixtures.ts';
import { ChatPage } from './chat-page.tsx';
import './chat-redirect-page.tsx';

beforeEach(() => {
  answer(getStatus, siteWith([webChat, appChat, brokenChat]));
  answer(listTokens, [disabled, enabled]);
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetAnswers();
});

const Address = () => <output data-testid="address">{useLocation().pathname}</output>;
const open = (path: string) => renderArea({ id: 'playground', area, role: 'user', path });
const filled = `https://chat.example/#/?key=sk-${enabled.key}&url=https%3A%2F%2Fapi.example.com`;

// @spec C166 E122 H148
test.each(['/chat/0', '/chat'])('%s embeds the chat with the first enabled token', async (path) => {
  await open(path);
  const frame = await screen.findByTitle('Next Chat');
  expect(frame.getAttribute('src')).toBe(filled);
  expect(callsOf(listTokens)).toEqual([{ p: '0', size: '100' }]);
});

test('the frame cannot navigate the console and does not learn its URL', async () => {
  await open('/chat/0');
  const frame = await screen.findByTitle('Next Chat');
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation');
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
});

test('a chat app opens through a link', async () => {
  await open('/chat/1');
  const link = await screen.findByRole('link', { name: 'Open app' });
  expect(link.getAttribute('href')).toMatch(/^cherrystudio:\/\/providers\?key=sk-b+&url=https/);
});

// @spec I036
test('a broken link shows an error and requests no token', async () => {
  await open('/chat/2');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /chat link isn't configured correctly.*An administrator can correct it/,
  );
  expect(callsOf(listTokens)).toEqual([]);
});

// @spec I037
test.each(['/chat/7', '/chat/nonsense', '/chat2link'])('without a link %s names a contact', async (path) => {
  answer(getStatus, siteWith([]));
  await open(path);
  expect((await screen.findByRole('alert')).textContent).toMatch(/An administrator can add chat links/);
});

// @spec E123 E124 I040 I041
test('without an enabled token the page shows a notice and then redirects to the tokens', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    answer(listTokens, [disabled]);
    const children = (
      <>
        <ChatPage />
        <Address />
      </>
    );
    await renderArea({ id: 'playground', area, role: 'user', path: '/chat/0', children });
    expect((await screen.findByRole('alert')).textContent).toContain('No enabled token available');
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.getByTestId('address').textContent).toBe('/chat/0');
    await vi.advanceTimersByTimeAsync(1500);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/token'));
  } finally {
    vi.useRealTimers();
  }
});

// @spec C167
test('the redirect page navigates to the external chat', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  answer(getStatus, siteWith([appChat, webChat]));
  await open('/chat2link');
  await waitFor(() => expect(leave).toHaveBeenCalledWith(filled));
  expect(screen.getByRole('link', { name: 'Open chat' }).getAttribute('href')).toBe(filled);
});

test('tokens that cannot be loaded show an error', async () => {
  answer(listTokens, { code: 'busy' });
  await open('/chat/0');
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
});
