import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { getSelf, login } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

async function submit(username: string, password: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Username or email'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

// @spec A006 E011 C012 C013 B020 B059 D264 D274
test('a password login stores the user and opens the tokens', async () => {
  visit({ url: '/login' });
  answer(login, ada);
  answer(getSelf, ada);
  await submit(' ada@example.com ', 'a long password');
  expect(await screen.findByRole('heading', { name: 'Area user' })).toBeTruthy();
  expect(window.location.pathname).toBe('/token');
  expect(callsOf(login)).toEqual([{ username: 'ada@example.com', password: 'a long password' }]);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
    id: 7,
    username: 'ada',
    display_name: 'Ada',
    role: 1,
    group: 'default',
  });
});

// @spec I064
test('a successful login shows a confirmation', async () => {
  visit({ url: '/login' });
  answer(login, ada);
  answer(getSelf, ada);
  await submit('ada', 'a long password');
  expect(await screen.findByText('Signed in.')).toBeTruthy();
});

test('a login returns to the page that required it', async () => {
  visit({ url: '/log?model=x' });
  answer(login, ada);
  answer(getSelf, ada);
  await submit('ada', 'a long password');
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/log?model=x'));
});

// @spec F011
test('empty fields show errors and nothing is sent', async () => {
  visit({ url: '/login' });
  answer(login, ada);
  await submit('ada', '');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter your username and password');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(callsOf(login)).toEqual([]);
});

test('a failed login shows the reason next to the form and does not sign in', async () => {
  visit({ url: '/login' });
  answer(login, { code: 'login_failed' });
  await submit('ada', 'wrong');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Wrong username or password/));
  expect(localStorage.getItem('user')).toBeNull();
});

// @spec B055 I010
test.each([
  ['zh', '未登录或登录已过期，请重新登录'],
  ['en', "You're not signed in, or your session has expired. Sign in again."],
] as const)('the expired-session message shows (%s)', async (language, sentence) => {
  visit({ url: '/login?expired=true', language });
  expect(await screen.findByText(sentence)).toBeTruthy();
});

// @spec B056
test('the invite code is stored', async () => {
  visit({ url: '/login?aff=Xy12' });
  await screen.findByLabelText('Password');
  expect(localStorage.getItem('aff')).toBe('Xy12');
});

test('a site without password login shows a notice instead of a form', async () => {
  visit({ url: '/login', status: { password_login: false } });
  expect(await screen.findByText(/Password sign-in is disabled/)).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

// @spec C020 C021
test('the login page links to registration and password reset', async () => {
  visit({ url: '/login' });
  expect((await screen.findByText('Forgot password?')).getAttribute('href')).toBe('/reset');
  const main = screen.getByRole('main');
  expect([...main.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain('/register');
});

test.each([{ register_enabled: false }, { self_use_mode_enabled: true }])(
  'with %o the login page offers no registration',
  async (status) => {
    visit({ url: '/login', status });
    await screen.findByText('Forgot password?');
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  },
);
