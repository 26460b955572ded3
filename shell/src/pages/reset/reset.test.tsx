import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { requestPasswordReset, resetPassword } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visit } from '../../testing/visit.tsx';
import { sayFromWidget } from '../../testing/widgets.ts';

const copied: string[] = [];
beforeEach(() => {
  copied.length = 0;
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send reset link' }));
const LINK = '/user/reset?email=ada%40example.com&token=t0ken';

// @spec B022 C163 H053
test('a link is mailed to the entered address', async () => {
  visit({ url: '/reset' });
  answer(requestPasswordReset, undefined);
  fireEvent.change(await screen.findByLabelText('Email'), {
    target: { value: 'ada@example.com' },
  });
  send();
  expect(await screen.findByText(/If an account exists for ada@example.com/)).toBeTruthy();
  expect(callsOf(requestPasswordReset)).toEqual([{ email: 'ada@example.com' }]);
});

test('on a site without mail the page says who sets a new password', async () => {
  visit({ url: '/reset', status: { mail_enabled: false } });
  expect(await screen.findByText(/Ask your administrator for a new password/)).toBeTruthy();
  expect(screen.getByText('tollgate password USERNAME')).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy();
});

// @spec F095
test('an empty address sends nothing', async () => {
  visit({ url: '/reset' });
  answer(requestPasswordReset, undefined);
  await screen.findByLabelText('Email');
  send();
  expect((await screen.findByRole('alert')).textContent).toBe('Enter your email');
  expect(callsOf(requestPasswordReset)).toEqual([]);
});

// @spec E099 J101
test('the next link can be requested after 30 seconds', async () => {
  visit({ url: '/reset' });
  answer(requestPasswordReset, undefined);
  fireEvent.change(await screen.findByLabelText('Email'), {
    target: { value: 'ada@example.com' },
  });
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  send();
  await screen.findByRole('button', { name: 'Resend in 30 s' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend in 30 s' }).disabled).toBe(true);
  await act(async () => {}); // The countdown starts in an effect, which may follow the button.
  act(() => void vi.advanceTimersByTime(30_000));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send reset link' }).disabled).toBe(false);
});

// @spec F014 F096
test('with the CAPTCHA on, the request waits for its token', async () => {
  visit({ url: '/reset', status: { turnstile_check: true, turnstile_site_key: 'site' } });
  answer(requestPasswordReset, undefined);
  fireEvent.change(await screen.findByLabelText('Email'), {
    target: { value: 'ada@example.com' },
  });
  send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/Turnstile is still verifying/);
  sayFromWidget(screen.getByTitle("Verify you're human"), { kind: 'token', token: 'proof' });
  send();
  await waitFor(() => expect(callsOf(requestPasswordReset)).toMatchObject([{ turnstile: 'proof' }]));
});

// @spec B018 B058 B061 B062 C164 C165 H055
test('the mailed link shows a new password and copies it', async () => {
  visit({ url: LINK });
  answer(resetPassword, 'n3w-passw0rd');
  expect(await screen.findByText(/^We generate a new password for ada@example.com/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
  expect(await screen.findByText('n3w-passw0rd')).toBeTruthy();
  expect(await screen.findByText('New password copied to the clipboard')).toBeTruthy();
  await waitFor(() => expect(copied).toEqual(['n3w-passw0rd']));
  expect(callsOf(resetPassword)).toEqual([{ email: 'ada@example.com', token: 't0ken' }]);
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
});

test('opening the page does not use the link up', async () => {
  visit({ url: LINK });
  answer(resetPassword, 'n3w-passw0rd');
  await screen.findByRole('button', { name: 'Reset password' });
  expect(callsOf(resetPassword)).toEqual([]);
});

test('a used link shows an error and offers the next', async () => {
  visit({ url: LINK });
  answer(resetPassword, { code: 'invalid_input', details: { field: 'token', reason: 'invalid_value' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
  expect((await screen.findByRole('alert')).textContent).toContain('token');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/reset');
});

test.each(['/user/reset', '/user/reset?email=ada%40example.com', '/user/reset?token=t0ken'])(
  'the incomplete link %s shows instructions',
  async (url) => {
    visit({ url });
    expect((await screen.findByRole('alert')).textContent).toMatch(/The link is incomplete/);
  },
);
