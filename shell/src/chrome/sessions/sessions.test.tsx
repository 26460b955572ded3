import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { endOtherSessions, endSession, listSessions, type UserSession } from '@tollgate/contract';
import { browserName } from '@tollgate/ui/core';
import { expect, test } from 'vitest';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const here: UserSession = {
  id: '0123456789abcdef',
  ip: '192.0.2.7',
  user_agent: firefox,
  created_at: 1_763_640_000,
  last_seen_at: 1_763_640_000,
  current: true,
};
const phone = {
  ...here,
  id: 'fedcba9876543210',
  ip: '198.51.100.4',
  user_agent: 'x (iPhone) CriOS/140',
  current: false,
};

async function open() {
  visit({ url: '/about', user: ada });
  answer(listSessions, [here, phone]);
  fireEvent.click(await screen.findByRole('button', { name: "Ada's account" }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Active sessions' }));
  return within(await screen.findByRole('dialog', { name: 'Active sessions' }));
}

test('the sessions of a user are listed with browser and address, and this one is marked', async () => {
  const dialog = await open();
  expect(await dialog.findByText('Firefox, Linux')).toBeTruthy();
  expect(dialog.getByText('This browser')).toBeTruthy();
  expect(dialog.getByText('198.51.100.4')).toBeTruthy();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
});

test('another browser can be logged out', async () => {
  const dialog = await open();
  answer(endSession, undefined);
  fireEvent.click(await dialog.findByRole('button', { name: 'Sign out Chrome, iOS at 198.51.100.4' }));
  await waitFor(() => expect(callsOf(endSession)).toEqual([{ id: 'fedcba9876543210' }]));
});

test('all other browsers can be logged out at once', async () => {
  const dialog = await open();
  answer(endOtherSessions, 1);
  await dialog.findByText('Firefox, Linux');
  answer(listSessions, [here]);
  fireEvent.click(dialog.getByRole('button', { name: 'Sign out other sessions' }));
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
});

test.each([
  [firefox, 'Firefox, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140.0 Safari/537 Edg/140.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605', 'Safari, macOS'],
  ['curl/8.5', 'curl'],
  ['', undefined],
])('%s is called %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
