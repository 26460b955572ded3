import { screen } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getUser, listUserEntries } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ada, entries, pageOf } from './users.fixtures.ts';

beforeEach(() => {
  answer(getUser, ada);
  answer(listUserEntries, { ...pageOf(entries), next_cursor: null });
});
afterEach(forgetAnswers);

const open = (path: string) => renderArea({ id: 'user', area, role: 'admin', path });

test('an admin sees every ledger entry of a user with the balance after it', async () => {
  await open('/user/statement/7');
  expect(await screen.findByRole('heading', { name: 'Transactions of “ada”' })).toBeTruthy();
  expect(document.title).toBe('Transactions of “ada”');
  const row = (await screen.findByText('Admin adjustment · edited')).closest('tr')?.textContent;
  expect(row).toContain('+$1.000000');
  expect(row).toContain('$5.000000');
  expect(callsOf(listUserEntries)[0]).toEqual({ id: '7', p: '1', page_size: '20' });
});

test('the kind of ledger entry is read from the URL', async () => {
  await open('/user/statement/7?kind=usage');
  await screen.findByText('20260301-7f3a');
  expect(callsOf(listUserEntries)[0]).toMatchObject({ kind: 'usage' });
});

test('a user above the admin stays hidden with the reason', async () => {
  answer(getUser, { code: 'user_above' });
  answer(listUserEntries, { code: 'user_above' });
  await open('/user/statement/1');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
});
