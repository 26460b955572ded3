import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { countNotifications, listNotifications, readNotifications } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { notifications } from '../../testing/notifications.ts';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { announceInboxChange } from './inbox-changes.ts';

const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });

function respond(...stops: (() => void)[]): void {
  for (const stop of stops) onTestFinished(stop);
}

async function openInbox(items = notifications, unread = 2): Promise<HTMLElement> {
  respond(answer(listNotifications, items), answer(readNotifications, { unread: 0 }));
  visit({ url: '/about', user: ada, unread });
  fireEvent.click(await bell(/^Notifications/));
  return panel();
}

test('the bell tells how many notifications are unread, and a visitor has none', async () => {
  visit({ url: '/about', user: ada, unread: 3 });
  expect(await bell('Notifications: 3 unread')).toBeTruthy();
});

test('a visitor has no inbox', async () => {
  visit({ url: '/about' });
  await screen.findByRole('banner');
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
  expect(callsOf(countNotifications)).toEqual([]);
});

test('following a notification marks it as read, closes the inbox and opens its page', async () => {
  const inbox = await openInbox();
  fireEvent.click(await within(inbox).findByRole('link', { name: 'Your Tollgate balance is low' }));
  await waitFor(() => expect(callsOf(readNotifications)).toEqual([{ id: 3 }]));
  expect(window.location.pathname).toBe('/topup');
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('one is marked as read without leaving, then all', async () => {
  const inbox = await openInbox();
  fireEvent.click(await within(inbox).findByRole('button', { name: /^Mark as read: Your Tollgate balance/ }));
  await waitFor(() => expect(callsOf(readNotifications)).toEqual([{ id: 3 }]));
  fireEvent.click(within(inbox).getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(callsOf(readNotifications)).toEqual([{ id: 3 }, {}]));
  expect(window.location.pathname).toBe('/about');
});

test('Escape closes the inbox and returns the focus to the bell', async () => {
  const inbox = await openInbox();
  await waitFor(() => expect(document.activeElement).toBe(inbox));
  fireEvent.keyDown(inbox, { key: 'Escape' });
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
  expect(document.activeElement).toBe(await bell(/^Notifications/));
});

test('an event of the gateway reads the count and the open list again', async () => {
  const inbox = await openInbox([], 0);
  expect(await within(inbox).findByText(/^Nothing new/)).toBeTruthy();
  respond(answer(listNotifications, notifications), answer(countNotifications, { unread: 1 }));
  act(announceInboxChange);
  expect(await within(inbox).findByText('Channel Team account was disabled automatically')).toBeTruthy();
  expect(await bell('Notifications: 1 unread')).toBeTruthy();
});

test('the notice of the site opens from the inbox', async () => {
  respond(answer(listNotifications, []));
  visit({ url: '/about', user: ada, notice: 'Maintenance' });
  fireEvent.click(await bell('Notifications'));
  fireEvent.click(await within(await panel()).findByRole('button', { name: 'Read the site notice' }));
  expect(await screen.findByRole('dialog', { name: 'Notice' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
});

test('a failed list says so and offers another attempt', async () => {
  respond(answer(listNotifications, { code: 'internal' }));
  visit({ url: '/about', user: ada });
  fireEvent.click(await bell('Notifications'));
  expect(await within(await panel()).findByRole('alert')).toBeTruthy();
});
