import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { createToken, pageTokens } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { nightly, pageOf, production } from './list.fixtures.ts';
import './list-page.tsx'; // preloaded: the first test must not wait for it

beforeEach(() => {
  answer(pageTokens, pageOf([production], 45));
});
afterEach(forgetAnswers);

const open = (path = '/example-area') => renderArea({ id: 'example-area', area, role: 'user', path });

test('a page of the list is shown with the search of the URL', async () => {
  await open('/example-area?page=2&keyword=pro');
  expect((await screen.findByText('production')).closest('tr')?.textContent).toContain('$8.50');
  expect(callsOf(pageTokens)[0]).toEqual({ p: '2', page_size: '20', keyword: 'pro' });
});

test('a created item is sent with its name and appears in the list', async () => {
  answer(createToken, nightly);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(form.getByRole('textbox', { name: 'Name' }));
  await userEvent.paste(' night jobs ');
  answer(pageTokens, pageOf([nightly, production]));
  await userEvent.click(form.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('night jobs')).toBeTruthy();
  expect(callsOf(createToken)).toEqual([{ name: 'night jobs', unlimited_quota: true }]);
});

test('a form without a name is not sent', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(form.getByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(form.getByText('Enter a name.')).toBeTruthy());
  expect(callsOf(createToken)).toEqual([]);
});
