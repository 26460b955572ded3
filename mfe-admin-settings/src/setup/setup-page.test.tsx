import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers, type Reply } from '@tollgate/api-client/testing';
import { useArea } from '@tollgate/console-sdk';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getSetup, login, submitSetup } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { byOtherName, fresh, initialised, owner, remote, withRoot } from './setup.fixtures.ts';
import { SetupPage } from './setup-page.tsx';

beforeEach(() => {
  answer(submitSetup, undefined);
});
afterEach(() => {
  forgetAnswers();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(setup: Reply<typeof getSetup> = fresh) {
  answer(getSetup, setup);
  const children = (
    <>
      <SetupPage />
      <Address />
    </>
  );
  await renderArea({ id: 'admin-settings', area, role: 'public', path: '/setup', children });
}

/** Shows where the page is, and whom it signed in. */
function Address() {
  const { events } = useArea();
  const [user, setUser] = useState('');
  useEffect(() => events.on('session.started/v1', (event) => setUser(event.user.username)), [events]);
  return (
    <output data-testid="address" title={user}>
      {useLocation().pathname}
    </output>
  );
}

const submit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Finish setup' }));

function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

async function openAndFill(setup: Reply<typeof getSetup> = fresh) {
  await open(setup);
  await screen.findByRole('button', { name: 'Finish setup' });
  fill({ Username: ' root ', Password: 'long enough', 'Confirm password': 'long enough' });
}

// @spec C157
test('on SQLite the page shows what that means for the data', async () => {
  await open();
  expect(
    await screen.findByText(/Keep the whole folder .* run the gateway on one machine only/),
  ).toBeTruthy();
});

// @spec C157
test('on another database there is no such warning', async () => {
  await open(remote);
  await screen.findByLabelText('Username');
  expect(screen.queryByText(/SQLite/)).toBeNull();
});

// @spec H082 H084 C158 C162 D262
test('the account and the mode are sent', async () => {
  await openAndFill();
  await submit();
  await waitFor(() =>
    expect(callsOf(submitSetup)).toEqual([
      {
        username: 'root',
        password: 'long enough',
        confirmPassword: 'long enough',
        SelfUseModeEnabled: false,
        DemoSiteEnabled: false,
      },
    ]),
  );
});

// @spec A027 C160
test.each([
  ['Team or public service', false, false],
  ['Just me', true, false],
  ['Read-only demo', false, true],
])('the mode “%s” sets two switches', async (name, SelfUseModeEnabled, DemoSiteEnabled) => {
  await openAndFill();
  fireEvent.click(screen.getByRole('radio', { name }));
  await submit();
  await waitFor(() => expect(callsOf(submitSetup)[0]).toMatchObject({ SelfUseModeEnabled, DemoSiteEnabled }));
});

// @spec A027
test('there are exactly three modes, each with its purpose', async () => {
  await open();
  const radios = await screen.findAllByRole('radio');
  expect(radios).toHaveLength(3);
  for (const radio of radios) {
    const text = document.getElementById(radio.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(text).toMatch(/^(For|To) /);
  }
});

// @spec C161
test('a dialog shows what each mode changes', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Compare modes' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Team or public service', 'Just me', 'Read-only demo']);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// @spec C159 F103
test('with a root user in the database there are no account fields and none are sent', async () => {
  await open(withRoot);
  await submit();
  await waitFor(() =>
    expect(callsOf(submitSetup)).toEqual([{ SelfUseModeEnabled: false, DemoSiteEnabled: false }]),
  );
  expect(screen.queryByLabelText('Username')).toBeNull();
});

// @spec F098 F099 F101
test.each([
  [{ Username: '  ' }, 'Enter the admin username'],
  [{ Password: '1234567', 'Confirm password': '1234567' }, 'Password must be at least 8 characters'],
  [{ 'Confirm password': 'long enougH' }, "The passwords don't match"],
])('an account error is shown at its field', async (values, message) => {
  await openAndFill();
  fill(values as Record<string, string>);
  await submit();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(callsOf(submitSetup)).toEqual([]);
});

test("another machine requires the server's code and shows where to find it", async () => {
  await openAndFill(remote);
  expect(screen.getByText(/Printed when the server starts.*setup-token of its data folder/)).toBeTruthy();
  await submit();
  expect(await screen.findByText('Enter the setup code')).toBeTruthy();
  fill({ 'Setup code': ' abc ' });
  await submit();
  await waitFor(() => expect(callsOf(submitSetup)[0]).toMatchObject({ setup_token: 'abc' }));
});

test('the same machine requires no code', async () => {
  await open();
  await screen.findByLabelText('Username');
  expect(screen.queryByLabelText('Setup code')).toBeNull();
});

test('a double click sends one submission', async () => {
  answer(submitSetup, undefined, { delayMs: 50 });
  await openAndFill();
  await userEvent.setup().dblClick(screen.getByRole('button', { name: 'Finish setup' }));
  await screen.findByText("You're all set");
  expect(callsOf(submitSetup)).toHaveLength(1);
});

// @spec I027 I028 I029
test.each([
  [{ code: 'invalid_json', message: '' }, /wasn't valid JSON/],
  [{ code: 'busy', message: '' }, /server is busy/],
  [{ code: 'internal', message: '' }, 'Setup failed. Try again.'],
  [{ code: 'network' }, /^Setup failed/],
] as const)('a failed submission shows the reason: %j', async (reply, message) => {
  answer(submitSetup, reply);
  await openAndFill();
  await submit();
  expect(await screen.findByText(message)).toBeTruthy();
});

test('a failed submission shows the request id when the server failed', async () => {
  answer(submitSetup, { code: 'internal', message: 'Something failed.' });
  await openAndFill();
  await submit();
  expect(await screen.findByText(/request ID: fake$/)).toBeTruthy();
});

// @spec I027
test('a wrong setup code shows an error at its field and keeps the other values', async () => {
  answer(submitSetup, { code: 'setup_token_required' });
  await openAndFill(remote);
  fill({ 'Setup code': 'wrong' });
  await submit();
  expect(await screen.findByText(/Enter the setup code from/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('long enough');
});

// @spec I015
test('without the status the page shows an error and retries', async () => {
  await open({ code: 'busy' });
  expect(await screen.findByText("Couldn't load the setup status")).toBeTruthy();
  answer(getSetup, fresh);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Username')).toBeTruthy();
});

// @spec I033
test('a text that cannot be copied in the setup is shown for manual copying', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await open({ code: 'busy' });
  fireEvent.click(await screen.findByRole('button', { name: /^Copy/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText("Couldn't copy. Select the text and copy it manually.")).toBeTruthy();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('fake');
});

// @spec F104
test('a form that the page has lost asks for a refresh and keeps the typed values', async () => {
  await openAndFill();
  // The page cannot even make the call: its draft is invalid.
  const stringify = JSON.stringify;
  vi.spyOn(JSON, 'stringify').mockImplementation((value, ...rest) => {
    if (value?.confirmPassword) throw new TypeError('the form is gone');
    return stringify(value, ...(rest as []));
  });
  await submit();
  expect(await screen.findByText(/Reload it and try again/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('long enough');
  expect(callsOf(submitSetup)).toEqual([]);
});

// @spec E109
test('a configured gateway redirects home', async () => {
  await open(initialised);
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
});

// @spec E109
test('a visitor who finishes the setup second sees that it is done and reaches the home page', async () => {
  await openAndFill();
  answer(submitSetup, { code: 'setup_done' });
  answer(getSetup, initialised);
  await submit();
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
  expect(screen.getByText(/already set up/)).toBeTruthy();
});

// @spec E110
test('the console reloads one and a half seconds after the setup succeeded', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await openAndFill();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await submit();
  expect(await screen.findByRole('heading', { name: "You're all set" })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1000));
  expect(assign).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(600));
  expect(assign).toHaveBeenCalledWith('/login');
});

test('the new account is signed in and the console opens', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  answer(login, owner);
  await openAndFill();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await submit();
  expect(await screen.findByText(/You're signed in/)).toBeTruthy();
  expect(callsOf(login)).toEqual([{ username: 'root', password: 'long enough' }]);
  act(() => void vi.advanceTimersByTime(1600));
  expect(screen.getByTestId('address').title).toBe('root');
  expect(assign).toHaveBeenCalledWith('/detail');
});

test('the page shows the address that needs no code when it was opened by another name', async () => {
  await open(byOtherName);
  const link = await screen.findByRole('link', { name: 'http://localhost:3000' });
  expect(link.getAttribute('href')).toBe('http://localhost:3000/setup');
  expect(screen.getByLabelText('Setup code')).toBeTruthy();
});

test('the page shows the code field when the server requires it only on submit', async () => {
  await openAndFill();
  expect(screen.queryByLabelText('Setup code')).toBeNull();
  answer(submitSetup, { code: 'setup_token_required' });
  await submit();
  expect(await screen.findByLabelText('Setup code')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe(' root ');
});
