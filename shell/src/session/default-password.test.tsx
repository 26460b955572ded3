import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getSelf, login } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { root } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';

async function logIn(username: string, password: string): Promise<void> {
  visit({ url: '/login' });
  answer(login, root);
  answer(getSelf, root);
  fireEvent.change(await screen.findByLabelText('Username or email'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

// @spec I012
test('a login with the default password shows a warning to change it', async () => {
  await logIn('root', '123456');
  const dialog = within(await screen.findByRole('dialog', { name: "You're using the default password" }));
  expect(dialog.getByText(/Change it now/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(window.location.pathname).toBe('/personal'));
});

test('a login with another password shows no warning', async () => {
  await logIn('root', '1234567');
  await screen.findByRole('heading', { name: 'Area user' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
