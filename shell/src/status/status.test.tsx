import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getStatus } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { makeStatus } from '../testing/make-status.ts';
import { visit } from '../testing/visit.tsx';
import { storeStatus } from './stored-status.ts';

test('H080 D030 D031 D265 the status is asked for and kept', async () => {
  visit({ url: '/', status: { enable_drawing: false, footer_html: 'Ours' } });
  await screen.findByRole('banner');
  expect(JSON.parse(localStorage.getItem('status') ?? '').system_name).toBe('Tollgate');
});

test('D266 D269 D270 D271 D272 parts of the status are kept under keys of their own', () => {
  const chats = [{ Next: 'https://chat.example' }];
  storeStatus(makeStatus({ chats, enable_drawing: false, footer_html: 'Ours' }));
  const kept = ['chats', 'enable_data_export', 'enable_drawing', 'enable_task', 'footer_html'];
  expect(kept.map((key) => localStorage.getItem(key))).toEqual([
    JSON.stringify(chats),
    'true',
    'false',
    'true',
    'Ours',
  ]);
});

test('I013 without an answer the page says that the server is not reached, and tries again', async () => {
  visit({ url: '/', status: { code: 'network' } });
  expect(await screen.findByRole('heading', { name: 'Unable to connect to server' })).toBeTruthy();
  answer(getStatus, makeStatus());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('banner')).toBeTruthy();
});

test('a console that cannot start names the request ID when the server failed', async () => {
  visit({ url: '/', status: { code: 'busy' } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/isn't ready yet.*Request ID fake/);
});

test('I014 an answer without a status is said to be that', async () => {
  visit({ url: '/', status: { code: 'internal' } });
  expect(await screen.findByRole('heading', { name: 'Failed to load status' })).toBeTruthy();
});

test('what the last visit saw stands in while the server does not answer, and says so', async () => {
  storeStatus(makeStatus({ system_name: 'Remembered' }));
  visit({ url: '/', status: { code: 'network' } });
  expect(await screen.findByRole('link', { name: 'Remembered' })).toBeTruthy();
  expect(await screen.findByText(/Unable to connect to server. The console shows/)).toBeTruthy();
});

test('a server that names fewer fields is taken to allow what they would switch off', async () => {
  visit({ url: '/login', status: { password_login: undefined } });
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('the title of the page names the page and the site', async () => {
  visit({ url: '/about', status: { system_name: 'Acme AI' } });
  await screen.findByRole('banner');
  await waitFor(() => expect(document.title).toBe('About – Acme AI'));
});
