import { act, screen, waitFor } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getSelf } from '@tollgate/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { events } from '../host/events.ts';
import { ada, admin } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { endSession, session, updateUser } from './session.ts';
import { storeUser } from './stored-user.ts';

function changeSessionInOtherTab(): void {
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
}

function otherTab(): BroadcastChannel {
  const channel = new BroadcastChannel('tollgate.session');
  onTestFinished(() => channel.close());
  return channel;
}

test('a role changed on the server appears without signing in again', async () => {
  visit({ url: '/about', user: ada });
  answer(getSelf, { ...ada, role: 10 });
  expect(await screen.findByRole('link', { name: 'channel' })).toBeTruthy();
});

test('an account that an area signed in is the session of the page', async () => {
  visit({ url: '/about' });
  answer(getSelf, ada);
  await screen.findByRole('link', { name: 'Sign in' });
  act(() => events.emit('session.started/v1', { user: ada }));
  expect(session.get().user?.username).toBe('ada');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'ada' });
});

test('logging out in another tab logs out here', async () => {
  visit({ url: '/token', user: ada });
  await screen.findByRole('heading', { name: 'Area user' });
  storeUser(null);
  changeSessionInOtherTab();
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

test('a session ended in another tab ends here, even without storage', async () => {
  const listener = vi.fn();
  onTestFinished(events.on('session.ended/v1', listener));
  visit({ url: '/token', user: ada });
  await screen.findByRole('heading', { name: 'Area user' });
  const tab = otherTab();
  tab.postMessage({ name: 'session.ended/v1', payload: { reason: 'signed-out' } });
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(listener.mock.calls).toEqual([[{ reason: 'signed-out' }]]);
});

test('events of other tabs other than session events are ignored', async () => {
  const listener = vi.fn();
  onTestFinished(events.on('data.changed/v1', listener));
  visit({ url: '/token', user: ada });
  await screen.findByRole('heading', { name: 'Area user' });
  const tab = otherTab();
  tab.postMessage({ name: 'data.changed/v1', payload: { entity: 'user' } });
  tab.postMessage('nonsense');
  tab.postMessage({ name: 'session.ended/v1', payload: { reason: 'expired' } });
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(listener).not.toHaveBeenCalled();
});

test('a logout is sent to other tabs once, and receivers do not forward it', async () => {
  visit({ url: '/about', user: ada });
  const received: unknown[] = [];
  const tab = otherTab();
  tab.onmessage = ({ data }: MessageEvent) => received.push(data);
  act(() => endSession('signed-out'));
  const event = { name: 'session.ended/v1', payload: { reason: 'signed-out' } };
  await waitFor(() => expect(received).toEqual([event]));
  act(() => updateUser(ada));
  tab.postMessage(event);
  await waitFor(() => expect(session.get().user).toBeNull());
  expect(received).toEqual([event]);
});

test('a user who changes their own record in an area appears under the new name at once', async () => {
  visit({ url: '/token', user: ada });
  await screen.findByRole('button', { name: "Ada's account" });
  answer(getSelf, { ...ada, display_name: 'Countess' });
  act(() => events.emit('data.changed/v1', { entity: 'user', id: 99 }));
  act(() => events.emit('data.changed/v1', { entity: 'token', id: 7 }));
  expect(screen.getByRole('button', { name: "Ada's account" })).toBeTruthy();
  act(() => events.emit('data.changed/v1', { entity: 'user', id: 7 }));
  expect(await screen.findByRole('button', { name: "Countess's account" })).toBeTruthy();
});

test('another user in another tab becomes the user here too', async () => {
  visit({ url: '/token', user: ada });
  await screen.findByRole('button', { name: "Ada's account" });
  answer(getSelf, admin);
  storeUser(admin);
  changeSessionInOtherTab();
  expect(await screen.findByRole('button', { name: "Grace's account" })).toBeTruthy();
});

// @spec H003 H004
test('every call names the user and forbids caching', async () => {
  visit({ url: '/about', user: ada });
  const spy = vi.spyOn(globalThis, 'fetch');
  await screen.findByRole('button', { name: "Ada's account" });
  const headers = spy.mock.calls.map(([, init]) => init?.headers as Record<string, string>);
  expect(headers.length).toBeGreaterThan(0);
  for (const sent of headers)
    expect(sent).toMatchObject({ 'new-api-user': '7', 'cache-control': 'no-store' });
  spy.mockRestore();
});

test('an unreadable stored user is ignored', async () => {
  visit({ url: '/about' });
  localStorage.setItem('user', '{"id":"seven"');
  changeSessionInOtherTab();
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy();
});
