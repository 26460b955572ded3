import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { register, type SiteStatus, sendEmailCode } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { visit } from '../../testing/visit.tsx';
import { sayFromWidget } from '../../testing/widgets.ts';

afterEach(() => vi.useRealTimers());

interface Typed {
  username?: string;
  password?: string;
  confirm?: string;
}

async function open(status: Partial<SiteStatus> = {}, url = '/register'): Promise<void> {
  visit({ url, status });
  await screen.findByLabelText('Username');
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function fill({ username = 'ada', password = 'a long password', confirm = password }: Typed = {}): void {
  type('Username', username);
  type('Password', password);
  type('Confirm password', confirm);
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
const problem = async () => (await within(screen.getByRole('main')).findByRole('alert')).textContent;

// @spec A005 B021 C022 C024 H048 I063
test('a visitor registers and continues to the login', async () => {
  await open();
  answer(register, undefined);
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.queryByLabelText('Verification code')).toBeNull();
  fill({ username: ' ada ' });
  submit();
  expect(await screen.findByText('Account created. Sign in.')).toBeTruthy();
  expect(window.location.pathname).toBe('/login');
  expect(callsOf(register)).toEqual([
    { username: 'ada', password: 'a long password', password2: 'a long password' },
  ]);
});

// @spec F003 F004 F006 F009
test.each([
  [{ username: ' ' }, 'Enter a username', 'Username'],
  [{ password: '' }, 'Enter a password', 'Password'],
  [{ password: 'short12' }, 'Use at least 8 characters', 'Password'],
  [{ confirm: 'another one' }, "The passwords don't match", 'Confirm password'],
  [{ username: 'alexander.smith' }, 'Use at most 12 characters', 'Username'],
  [{ password: 'p'.repeat(129) }, 'Use at most 128 characters', 'Password'],
  [{ username: 'a b' }, "Usernames can't contain spaces or @", 'Username'],
] as const)('%o is refused at its field and nothing is sent', async (typed: Typed, words, field) => {
  await open();
  answer(register, undefined);
  fill(typed);
  submit();
  expect(await problem()).toBe(words);
  expect(document.activeElement).toBe(screen.getByLabelText(field));
  expect(callsOf(register)).toEqual([]);
});

test('a pasted password is never truncated silently', async () => {
  await open();
  for (const label of ['Username', 'Password', 'Confirm password'])
    expect(screen.getByLabelText(label).hasAttribute('maxlength')).toBe(false);
});

// @spec F008
test('the password field shows its maximum length', async () => {
  await open();
  expect(screen.getByLabelText('Password').getAttribute('placeholder')).toBe('8 to 20 characters');
});

// @spec B057 H049
test('an invited visitor counts as invited, once', async () => {
  await open({}, '/register?aff=Xy12');
  answer(register, undefined);
  expect(localStorage.getItem('aff')).toBe('Xy12');
  fill();
  submit();
  await waitFor(() => expect(callsOf(register)).toMatchObject([{ aff_code: 'Xy12' }]));
  await waitFor(() => expect(localStorage.getItem('aff')).toBeNull());
});

// @spec C023 F010 H051
test('a required address gets a code, which is sent with the registration', async () => {
  await open({ email_verification: true });
  answer(register, undefined);
  answer(sendEmailCode, undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await problem()).toBe('Enter your email');
  expect(callsOf(sendEmailCode)).toEqual([]);

  type('Email', 'ada@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(callsOf(sendEmailCode)).toEqual([{ email: 'ada@example.com' }]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')));

  fill();
  submit();
  expect(await problem()).toBe('Enter the code from the email');
  type('Verification code', 'c0de');
  submit();
  await waitFor(() =>
    expect(callsOf(register)).toMatchObject([{ email: 'ada@example.com', verification_code: 'c0de' }]),
  );
});

// @spec E013 J100
test('the next code can be requested after 30 seconds', async () => {
  await open({ email_verification: true });
  answer(sendEmailCode, undefined);
  type('Email', 'ada@example.com');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('button', { name: 'Resend in 30 s' });
  act(() => void vi.advanceTimersByTime(29_000));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend in 1 s' }).disabled).toBe(true);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send code' }).disabled).toBe(false);
});

// @spec F013 F014
test('with the CAPTCHA on, registration and codes wait for its token', async () => {
  await open({ email_verification: true, turnstile_check: true, turnstile_site_key: 'site' });
  answer(register, undefined);
  answer(sendEmailCode, undefined);
  const wait = 'Turnstile is still verifying. Try again in a few seconds.';
  type('Email', 'ada@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await problem()).toBe(wait);

  sayFromWidget(screen.getByTitle("Verify you're human"), { kind: 'token', token: 'first' });
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(callsOf(sendEmailCode)).toMatchObject([{ turnstile: 'first' }]));

  fill();
  type('Verification code', 'c0de');
  await waitFor(() => screen.getByTitle("Verify you're human"));
  submit();
  expect(await problem()).toBe(wait); // a token is valid for one call
  sayFromWidget(screen.getByTitle("Verify you're human"), { kind: 'token', token: 'second' });
  submit();
  await waitFor(() => expect(callsOf(register)).toMatchObject([{ turnstile: 'second' }]));
});

test('a server error is shown at its field', async () => {
  await open();
  answer(register, { code: 'invalid_input', details: { field: 'username', reason: 'too_long' } });
  fill();
  submit();
  expect(await problem()).toBe('Check “Username”: too long.');
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
});

test('a site without registration shows a notice and a way back', async () => {
  visit({ url: '/register', status: { register_enabled: false } });
  expect(await screen.findByText(/Sign-ups are closed/)).toBeTruthy();
  expect(screen.queryByLabelText('Username')).toBeNull();
});

test.each([
  [true, /Your account may already exist: try to sign in/],
  [false, /Couldn't reach the server/],
])(
  'a registration without an answer, while the browser is online: %s, says what to do',
  async (isOnline, sentence) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    answer(register, { code: 'network' });
    await open();
    fill();
    submit();
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
    vi.restoreAllMocks();
  },
);
