import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useData } from '@tollgate/api-client';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getStatus, listOptions, type SiteStatus, saveOption, saveOptions } from '@tollgate/contract';
import { askToLeave } from '@tollgate/ui/router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area as source } from '../area.manifest.ts';
import { area } from '../area.tsx';
import { rows, withValues } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

beforeEach(() => {
  answer(listOptions, rows);
  answer(saveOption, undefined);
  answer(saveOptions, undefined);
});
afterEach(forgetAnswers);

function open(role: 'admin' | 'root' = 'root', path = '/setting', beside?: ReactNode) {
  const children = (
    <>
      <SettingsPage />
      {beside}
    </>
  );
  return renderArea({ id: 'admin-settings', area, role, path, children });
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });

test('the sidebar shows the settings only to root, and the page rejects administrators', async () => {
  await open('admin');
  expect(await screen.findByRole('heading', { name: 'System settings', level: 1 })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Operation' })).toBeNull();
  const entry = source.nav?.find(({ to }) => to === '/setting');
  expect(entry?.access).toBe('root');
});

// @spec B064 B065
test.each(['/setting', '/setting?tab=operation', '/setting?tab=unheard-of'])(
  '%s opens the operation tab',
  async (path) => {
    await open('root', path);
    const tab = await screen.findByRole('link', { name: 'Operation' });
    expect(tab.getAttribute('aria-current')).toBe('page');
    expect(document.title).toMatch(/^Operation – /);
    expect(await screen.findByRole('heading', { name: 'General' })).toBeTruthy();
  },
);

// @spec B070 C044
test('an administrator sees why the settings are for root and a link home', async () => {
  await open('admin');
  expect(await screen.findByText('System settings are for the super admin')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Operation' })).toBeNull();
  expect(callsOf(listOptions)).toEqual([]);
});

// @spec H086 C066 C071 C072
test('the options are shown in their sections', async () => {
  await open();
  expect((await field('Docs link')).value).toBe('https://docs.example.com');
  expect((await field('Retries')).value).toBe('0');
  expect(screen.getByRole('switch', { name: 'Demo site' }).getAttribute('aria-checked')).toBe('false');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'General',
    'Quota',
    'Monitoring',
    'Drawing',
    'Sensitive words',
    'Logs',
    'Data dashboard',
    'Model prices',
    'Scheduled price updates',
    'Groups',
    'Limits of groups',
    'Chat',
  ]);
});

// @spec J002
test('changing the quota per unit shows a warning', async () => {
  await open();
  expect(await screen.findByText(/Avoid changing it. Changes the value of every balance/)).toBeTruthy();
});

test('the switches of the modes show their effects', async () => {
  await open();
  expect(await screen.findByText(/Read-only for everyone, including the super admin/)).toBeTruthy();
  expect(screen.getByText(/Everyone with a token can use unpriced models/)).toBeTruthy();
});

// @spec H088
test('one changed option is one call with its key, its text and the text before', async () => {
  await open();
  await type('Retries', '3');
  await save();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([{ key: 'RetryTimes', value: '3', previous: '0' }]);
});

// @spec I078
test('several changed options are saved together, all or none', async () => {
  await open();
  await type('Retries', '3');
  await type('Top-up link', 'https://shop.example.com/');
  fireEvent.click(screen.getByRole('switch', { name: 'Self-use mode' }));
  await save();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([]);
  expect(callsOf(saveOptions)).toEqual([
    {
      options: [
        { key: 'TopUpLink', value: 'https://shop.example.com', previous: expect.any(String) },
        { key: 'RetryTimes', value: '3', previous: '0' },
        { key: 'SelfUseModeEnabled', value: 'true', previous: 'false' },
      ],
    },
  ]);
});

// @spec F034
test('saving without changes shows a hint and sends nothing', async () => {
  await open();
  fireEvent.submit((await field('Retries')).closest('form')!);
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(callsOf(saveOption)).toEqual([]);
});

// @spec I022 (options are saved together, so some cannot fail alone: decision 0030)
test('one rejected change prevents saving all of them and is shown at its field', async () => {
  answer(saveOptions, { code: 'option_invalid', details: { key: 'RetryTimes', reason: 'url' } });
  await open();
  await type('Retries', '3');
  await type('Docs link', 'https://new.example.com');
  await save();
  expect(await screen.findByText(/^Some values were rejected, so nothing was saved/)).toBeTruthy();
  expect(screen.getByText(/Check the setting “Retries”/)).toBeTruthy();
  expect(screen.getByText('2 unsaved changes')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Retries'));

  answer(saveOptions, undefined);
  await save();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(callsOf(saveOptions)).toHaveLength(2);
});

test('a required other option is named by its label', async () => {
  answer(saveOption, { code: 'option_needs', details: { key: 'PayAddress', needs: 'ServerAddress' } });
  await open('root', '/setting?tab=system');
  await type('Payment address', 'https://pay.example.com');
  await save();
  expect(
    await screen.findByText(/Fill in “Server address” first; “Payment address” requires it/),
  ).toBeTruthy();
});

// @spec I008 I023
test('a failed save shows that nothing was saved', async () => {
  answer(saveOption, { code: 'busy' });
  await open();
  await type('Retries', '3');
  await save();
  expect(await screen.findByText(/^Couldn't save/)).toBeTruthy();
});

// @spec I024
test.each([
  ['Retries', '', 'Enter a number'],
  ['Docs link', 'docs.example.com', /Enter a full address/],
])('%s with “%s” is marked and not sent', async (label, value, message) => {
  await open();
  await type(label, value);
  await save();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByText(/^Check your input/)).toBeTruthy();
  expect(document.activeElement).toBe(await field(label));
  expect(callsOf(saveOption)).toEqual([]);
});

test('the view stays at the invalid field, and goes to the error when there is none', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  await open();
  await type('Docs link', 'docs.example.com');
  await save();
  await screen.findByText(/correct the marked fields/);
  expect(scrolled).not.toHaveBeenCalled();
  answer(saveOption, { code: 'busy' });
  await type('Docs link', 'https://new.example.com');
  await save();
  await screen.findByText(/The server is busy/);
  await waitFor(() => expect(scrolled).toHaveBeenCalled());
  vi.restoreAllMocks();
});

test('a failed call is shown above the button with the request id and marks no field', async () => {
  answer(saveOption, { code: 'internal' });
  await open();
  await type('Retries', '3');
  await save();
  const message = await screen.findByText(/Something went wrong on the server/);
  expect(message.textContent).toMatch(/^Couldn't save: .*request ID: fake$/);
  expect(message.closest('.arco-form-item')).toBeNull();
  expect((await field('Retries')).value).toBe('3');
});

test.each([
  ['{"m": 1,', /^Invalid JSON: .+/],
  ['[1]', 'Enter a JSON object, such as {"key": "value"}.'],
])('invalid JSON shows its fault or the expected format: %s', async (typed, sentence) => {
  await open();
  await type('Model ratios', typed);
  fireEvent.blur(await field('Model ratios'));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

// @spec J072 J073
test('the threshold is in seconds and never below zero', async () => {
  await open();
  await type('Max test latency', '-1');
  await save();
  expect(await screen.findByText('Enter a number of at least 0')).toBeTruthy();
  expect((await field('Max test latency')).value).toBe('-1');
  expect(callsOf(saveOption)).toEqual([]);
  expect(screen.getByText('seconds')).toBeTruthy();
});

/** A stand-in for the header of the shell. */
function DocsLink() {
  return <output>{useData(getStatus, {}).data?.docs_link}</output>;
}

test('the rest of the console is notified of a saved option at once', async () => {
  answer(getStatus, () => ({ docs_link: callsOf(saveOption).length === 0 ? 'old' : 'new' }) as SiteStatus);
  await open('root', '/setting', <DocsLink />);
  expect(await screen.findByText('old')).toBeTruthy();
  await type('Docs link', '');
  await save();
  expect(await screen.findByText('new')).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([
    { key: 'general_setting.docs_link', value: '', previous: expect.stringContaining('http') },
  ]);
});

/** Whether closing the page would ask. */
const isUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('leaving asks for confirmation while any section has unsaved changes', async () => {
  await open();
  await type('Retries', '3');
  const answer = askToLeave();
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(await answer).toBe(false);
  await type('Max test latency', '9');
  expect(await screen.findByText('2 unsaved changes')).toBeTruthy();
  expect(isUnsaved()).toBe(true);
  await save();
  await waitFor(() => expect(isUnsaved()).toBe(false));
  expect(askToLeave()).toBe(true);
});

test('a value normalized by the server is shown after saving', async () => {
  await open();
  await type('Auto-disable keywords', 'No Money Left');
  answer(listOptions, withValues({ AutomaticDisableKeywords: 'no money left' }));
  await save();
  await waitFor(async () => expect((await field('Auto-disable keywords')).value).toBe('no money left'));
  await waitFor(() => expect(screen.queryByText(/unsaved/)).toBeNull());
});

test('text typed during a save is kept and saved by the next one', async () => {
  answer(saveOption, undefined, { delayMs: 50 });
  await open();
  await type('Retries', '3');
  await save();
  await type('Retries', '4');
  await screen.findByText('Saved');
  expect((await field('Retries')).value).toBe('4');
  expect(screen.getByText('1 unsaved change')).toBeTruthy();
});

test('concurrent changes of others are not overwritten', async () => {
  await open();
  await field('Docs link');
  answer(listOptions, withValues({ RetryTimes: '9' }));
  await type('Docs link', 'https://new.example.com');
  await save();
  await screen.findByText('Saved');
  await type('Top-up link', 'https://shop.example.com');
  await save();
  await waitFor(() => expect(callsOf(saveOption)).toHaveLength(2));
  expect(callsOf(saveOption).map(({ key }) => key)).toEqual(['general_setting.docs_link', 'TopUpLink']);
});
