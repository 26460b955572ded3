import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getStatus } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { makeStatus } from '../testing/make-status.ts';
import { visit } from '../testing/visit.tsx';
import { storeStatus } from './stored-status.ts';

// @spec H080 D030 D031 D265
test('the status is requested and stored', async () => {
  visit({ url: '/', status: { enable_drawing: false, footer_html: 'Ours' } });
  await screen.findByRole('banner');
  expect(JSON.parse(localStorage.getItem('status') ?? '').system_name).toBe('Tollgate');
});

// @spec D266 D269 D270 D271 D272
test('parts of the status are stored under separate keys', () => {
  const chats = [{ Next: 'https://chat.example' }];
  storeStatus(makeStatus({ chats, enable_drawing: false, footer_html: 'Ours' }));
  const keys = ['chats', 'enable_data_export', 'enable_drawing', 'enable_task', 'footer_html'];
  expect(keys.map((key) => localStorage.getItem(key))).toEqual([
    JSON.stringify(chats),
    'true',
    'false',
    'true',
    'Ours',
  ]);
});

// @spec I013
test('the page reports an unreachable server and retries', async () => {
  visit({ url: '/', status: { code: 'network' } });
  expect(await screen.findByRole('heading', { name: "Couldn't connect to the server" })).toBeTruthy();
  answer(getStatus, makeStatus());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('banner')).toBeTruthy();
});

test('a console that cannot start shows the request ID after a server error', async () => {
  visit({ url: '/', status: { code: 'busy' } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/isn't ready yet.*Request ID fake/);
});

// @spec I014
test('a response without a status shows an error', async () => {
  visit({ url: '/', status: { code: 'internal' } });
  expect(await screen.findByRole('heading', { name: "Couldn't load the status" })).toBeTruthy();
});

test('the status of the last visit is used with a notice while the server does not respond', async () => {
  storeStatus(makeStatus({ system_name: 'Remembered' }));
  visit({ url: '/', status: { code: 'network' } });
  expect(await screen.findByRole('link', { name: 'Remembered' })).toBeTruthy();
  expect(await screen.findByText(/Couldn't connect to the server. Showing the last/)).toBeTruthy();
});

test('a server with fewer status fields is treated as allowing the missing ones', async () => {
  visit({ url: '/login', status: { password_login: undefined } });
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('the document title contains the page and the site', async () => {
  visit({ url: '/about', status: { system_name: 'Acme AI' } });
  await screen.findByRole('banner');
  await waitFor(() => expect(document.title).toBe('About – Acme AI'));
});
