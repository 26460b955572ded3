import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOptions, saveOption, saveOptions } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { rows, withValues } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

beforeEach(() => {
  answer(listOptions, rows);
  answer(saveOption, undefined);
});
afterEach(forgetAnswers);

const open = () =>
  renderArea({ id: 'admin-settings', area, role: 'root', path: '/setting', children: <SettingsPage /> });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));

test('a setting is found by its words in all tabs, and opened there', async () => {
  await open();
  fireEvent.change(await field('Find a setting'), { target: { value: 'smtp 587' } });
  expect(await screen.findByText('1 setting')).toBeTruthy();
  const found = screen.getByRole('link', { name: /^Port/ });
  expect(found.textContent).toBe('PortSystem › SMTP');
  fireEvent.click(found);
  await waitFor(async () => expect(document.activeElement).toBe(await field('Port')));
  expect(screen.getByRole('link', { name: 'System' }).getAttribute('aria-current')).toBe('page');
});

test('the index leads to the sections of the open tab', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Monitoring' }));
  expect(document.activeElement?.textContent).toBe('Monitoring');
});

test('groups are a table, which is saved as JSON', async () => {
  answer(listOptions, withValues({ GroupRatio: '{"default":1,"vip":0.5}' }));
  await open();
  const ratio = await field('Ratio, row 2');
  const table = within(ratio.closest<HTMLElement>('[data-setting="group-ratio"]')!);
  expect(table.getByLabelText<HTMLInputElement>('Group, row 2').value).toBe('vip');
  fireEvent.change(ratio, { target: { value: '0.8' } });
  await save();
  await waitFor(() =>
    expect(callsOf(saveOption)).toEqual([
      { key: 'GroupRatio', value: '{"default":1,"vip":0.8}', previous: '{"default":1,"vip":0.5}' },
    ]),
  );
});

test('chat links are a table, which is saved as a list', async () => {
  answer(listOptions, withValues({ Chats: '[{"One":"https://one.example.com"}]' }));
  await open();
  fireEvent.change(await field('Name, row 1'), { target: { value: 'First' } });
  await save();
  await waitFor(() => expect(callsOf(saveOption)[0]?.value).toBe('[{"First":"https://one.example.com"}]'));
});

test('risky settings are marked', async () => {
  await open();
  const risky = (await screen.findAllByText('Careful')).map((mark) =>
    mark.closest('[data-setting]')?.getAttribute('data-setting'),
  );
  expect(risky).toEqual(['quota-per-unit', 'self-use-mode', 'demo-site', 'log-consume']);
});

test('changes of several sections are saved by one call, and an error is shown at its field', async () => {
  answer(saveOptions, { code: 'option_invalid', details: { key: 'ChannelDisableThreshold', reason: 'min' } });
  await open();
  fireEvent.change(await field('Retries'), { target: { value: '3' } });
  fireEvent.change(await field('Max test latency'), { target: { value: '9' } });
  await save();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Max test latency')));
  answer(saveOptions, undefined);
  await save();
  await screen.findByText('Saved');
  const options = [
    { key: 'RetryTimes', value: '3', previous: '0' },
    { key: 'ChannelDisableThreshold', value: '9', previous: '5' },
  ];
  expect(callsOf(saveOptions)).toEqual([{ options }, { options }]);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

test('unsaved changes are counted and can be discarded', async () => {
  await open();
  fireEvent.change(await field('Retries'), { target: { value: '3' } });
  fireEvent.blur(await field('Retries'));
  fireEvent.click(screen.getByRole('switch', { name: 'Demo site' }));
  expect(await screen.findByText('2 unsaved changes')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(async () => expect((await field('Retries')).value).toBe('0'));
  expect(screen.getByRole('switch', { name: 'Demo site' }).getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByText(/unsaved/)).toBeNull();
});

/** A page with two changes, of which someone else saved one meanwhile. */
async function openWithConflict() {
  await open();
  fireEvent.change(await field('Retries'), { target: { value: '3' } });
  fireEvent.blur(await field('Retries'));
  fireEvent.change(await field('Max test latency'), { target: { value: '9' } });
  answer(listOptions, withValues({ RetryTimes: '7' }));
  answer(saveOptions, { code: 'option_changed', details: { key: 'RetryTimes' } });
  await save();
  expect(await screen.findByText(/nothing was saved: “Retries” \(now 7\)\./)).toBeTruthy();
  answer(saveOptions, undefined);
}

test('a change that someone else made meanwhile is named, and can be replaced', async () => {
  await openWithConflict();
  expect((await field('Retries')).value).toBe('3');
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await screen.findByText('Saved');
  expect(callsOf(saveOptions).at(-1)?.options).toEqual([
    { key: 'RetryTimes', value: '3', previous: '7' },
    { key: 'ChannelDisableThreshold', value: '9', previous: '5' },
  ]);
});

test('the values of someone else can be taken, and own other changes stay unsaved', async () => {
  await openWithConflict();
  fireEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  await waitFor(async () => expect((await field('Retries')).value).toBe('7'));
  expect((await field('Max test latency')).value).toBe('9');
  expect(screen.getByText('1 unsaved change')).toBeTruthy();
  await save();
  await waitFor(() =>
    expect(callsOf(saveOption)).toEqual([{ key: 'ChannelDisableThreshold', value: '9', previous: '5' }]),
  );
});
