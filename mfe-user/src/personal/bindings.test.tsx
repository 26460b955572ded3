import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  bindEmail,
  bindTelegram,
  bindWechat,
  getAffCode,
  getSelf,
  getStatus,
  listOwnModels,
  sendEmailCode,
  startSignIn,
  unbind,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { ada, models, site } from './personal.fixtures.ts';

beforeEach(() => {
  answer(getSelf, ada);
  answer(getStatus, site);
  answer(listOwnModels, models);
  answer(getAffCode, 'aB3x');
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetAnswers();
});

async function open() {
  await renderArea({ id: 'user', area, role: 'user', path: '/personal' });
  await screen.findByRole('button', { name: 'Connect OIDC' });
  return userEvent.setup({ pointerEventsCheck: 0 });
}
const press = (name: string) => screen.findByRole('button', { name });
const row = (name: string) => screen.getByText(name, { selector: 'strong' }).closest('li')!;

/** Sends a message like the gateway's frame, with the nonce of that frame. */
function postFromFrame(frame: HTMLIFrameElement, message: object) {
  const nonce = new URL(frame.src, window.location.href).hash.slice(1).split(',')[0];
  const event = new MessageEvent('message', { data: { nonce, ...message }, origin: window.location.origin });
  Object.defineProperty(event, 'source', { value: frame.contentWindow });
  act(() => void window.dispatchEvent(event));
}

// @spec C036
test('every identity is listed as bound, unbound or not offered by the site', async () => {
  await open();
  expect(row('GitHub').textContent).toContain('ada-hub');
  expect(row('OIDC').textContent).toContain('Not connected');
  expect(row('LinuxDO').textContent).toContain('Not available');
  expect((await press('Connect LinuxDO')).hasAttribute('disabled')).toBe(true);
  for (const name of ['Email', 'OIDC', 'WeChat', 'Telegram'])
    expect((await press(`Connect ${name}`)).hasAttribute('disabled')).toBe(false);
});

// @spec F017 F018 G036 H068 I069
test('an address is bound by its mailed code', async () => {
  answer(sendEmailCode, undefined);
  answer(bindEmail, undefined);
  const person = await open();
  await person.click(await press('Connect Email'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(await dialog.findByText('Enter an email address.')).toBeTruthy();
  expect(dialog.getByText('Enter the code from the email.')).toBeTruthy();

  await person.type(dialog.getByLabelText('Email'), 'ada@example.org');
  await person.click(dialog.getByRole('button', { name: 'Send code' }));
  const again = await dialog.findByRole('button', { name: /^Resend in \d+ s$/ });
  expect(again.hasAttribute('disabled')).toBe(true);
  expect(callsOf(sendEmailCode)).toEqual([{ email: 'ada@example.org' }]);
  await person.type(dialog.getByLabelText('Code'), '12345678');
  await person.click(dialog.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(callsOf(bindEmail)).toEqual([{ email: 'ada@example.org', code: '12345678' }]));
  expect(await screen.findByText('Email address connected')).toBeTruthy();
});

test('a code is sent with the CAPTCHA token when the site requires one', async () => {
  answer(getStatus, { ...site, turnstile_check: true });
  answer(sendEmailCode, undefined);
  const person = await open();
  await person.click(await press('Connect Email'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Email'), 'ada@example.org');
  const send = dialog.getByRole('button', { name: 'Send code' });
  expect(send.hasAttribute('disabled')).toBe(true);
  postFromFrame(dialog.getByTitle<HTMLIFrameElement>("Verify you're human"), {
    kind: 'token',
    token: 't0ken',
  });
  await person.click(send);
  await waitFor(() =>
    expect(callsOf(sendEmailCode)).toEqual([{ email: 'ada@example.org', turnstile: 't0ken' }]),
  );
});

test('binding at a provider redirects the browser there', async () => {
  answer(startSignIn, { url: 'https://id.example.org/authorize?state=s', state: 's' });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const person = await open();
  await person.click(await press('Connect OIDC'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.org/authorize?state=s'));
  expect(callsOf(startSignIn)).toEqual([{ provider: 'oidc', intent: 'bind' }]);
});

// @spec H066
test('WeChat is bound by the code of its account', async () => {
  answer(bindWechat, undefined);
  const person = await open();
  await person.click(await press('Connect WeChat'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Code'), '424242');
  await person.click(dialog.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(callsOf(bindWechat)).toEqual([{ code: '424242' }]));
});

// @spec H072
test("the Telegram widget's data goes to the bind address", async () => {
  answer(bindTelegram, '/personal');
  const person = await open();
  await person.click(await press('Connect Telegram'));
  const frame = within(await screen.findByRole('dialog')).getByTitle<HTMLIFrameElement>('Connect Telegram');
  postFromFrame(frame, { kind: 'user', user: { id: 42, auth_date: 1_763_640_000, hash: 'a1' } });
  await waitFor(() =>
    expect(callsOf(bindTelegram)).toEqual([{ id: '42', auth_date: '1763640000', hash: 'a1' }]),
  );
  expect(await screen.findByText('Telegram connected')).toBeTruthy();
});

test('unbinding asks for confirmation, and shows why the last sign-in method stays', async () => {
  answer(unbind, { code: 'last_sign_in' });
  const person = await open();
  await person.click(await press('Disconnect GitHub'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('You can no longer sign in with GitHub');
  await person.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(callsOf(unbind)).toEqual([{ provider: 'github' }]));
  await waitFor(() => expect(document.querySelector('.arco-message')?.textContent).toBeTruthy());
});

test('an old login shows a request to log in again and keeps the typed values', async () => {
  answer(bindEmail, { code: 'sign_in_again' });
  const person = await open();
  await person.click(await press('Connect Email'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Email'), 'ada@example.org');
  await person.type(dialog.getByLabelText('Code'), '12345678');
  await person.click(dialog.getByRole('button', { name: 'Connect' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('sign out, sign in again and retry.');
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
});
