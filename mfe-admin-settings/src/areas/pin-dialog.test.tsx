import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  listAreaMembers,
  listAreas,
  listAudit,
  listCiIdentities,
  listOptions,
  listPublishers,
  pinBuild,
  searchUsers,
  unpinBuild,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { areas, busyArea, ids, noTrail } from './areas.fixtures.ts';
import { makeUsers } from './users.fixtures.ts';

beforeEach(() => {
  answer(listAreas, areas);
  answer(listAudit, noTrail);
  answer(listOptions, []);
  answer(listAreaMembers, []);
  answer(listCiIdentities, []);
  answer(listPublishers, { keys: [], tokens: [] });
  answer(searchUsers, makeUsers([12, 'ada'], [7, 'grace']));
});
afterEach(forgetAnswers);

test('a user is pinned to a build for a limited time with a reason and then listed', async () => {
  answer(pinBuild, undefined);
  const dialog = await openForm();
  await choose(dialog, 'User', 'grace (#7)');
  await choose(dialog, 'Build', new RegExp(ids.STABLE));
  await choose(dialog, 'Duration', '3 days');
  type(dialog, ' cannot export ');
  const pins = [{ user_id: 7, build_id: ids.STABLE, expires_at: 4_000_000_000, reason: 'cannot export' }];
  answer(listAreas, [{ ...busyArea, pins }]);
  press(dialog, 'Pin user');
  await waitFor(() =>
    expect(callsOf(pinBuild)).toEqual([
      { id: 'logs', user_id: '7', build_id: ids.STABLE, hours: 72, reason: 'cannot export' },
    ]),
  );
  expect(await screen.findByText('User #7')).toBeTruthy();
});

test('nothing is sent before user, build and reason are given', async () => {
  const dialog = await openForm();
  press(dialog, 'Pin user');
  for (const words of ['Choose a user.', 'Choose a build.', 'Enter a reason of at least 3 characters.'])
    expect(await within(dialog).findByText(words)).toBeTruthy();
  expect(callsOf(pinBuild)).toEqual([]);
});

test('a switched-off build cannot be pinned, and an existing pin is named', async () => {
  const dialog = await openForm();
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Build' }));
  const builds = (await screen.findAllByRole('option')).map((option) => option.textContent);
  expect(builds.join()).toContain(ids.CANARY);
  expect(builds.join()).not.toContain(ids.KILLED);
  await choose(dialog, 'User', 'ada (#12)');
  expect(await within(dialog).findByText(`Replaces the current pin to ${ids.OLDER}.`)).toBeTruthy();
});

test('users are searched once typing pauses', async () => {
  const dialog = await openForm();
  const user = within(dialog).getByRole('combobox', { name: 'User' });
  const input = user.querySelector('input') as HTMLInputElement;
  for (const value of ['g', 'gr', 'gra']) fireEvent.change(input, { target: { value } });
  const keywords = () => callsOf(searchUsers).map((call) => (call as { keyword?: string }).keyword);
  await waitFor(() => expect(keywords()).toContain('gra'));
  expect(keywords()).not.toContain('g');
  expect(keywords()).not.toContain('gr');
});

test('an error of the gateway is shown in the form', async () => {
  answer(pinBuild, { code: 'user_not_found' });
  const dialog = await openForm();
  await choose(dialog, 'User', 'grace (#7)');
  await choose(dialog, 'Build', new RegExp(ids.STABLE));
  type(dialog, 'cannot export');
  press(dialog, 'Pin user');
  expect(await within(dialog).findByText(/./, { selector: '.arco-alert-content' })).toBeTruthy();
});

test('a pin is ended after a confirmation', async () => {
  answer(unpinBuild, undefined);
  const page = await openArea();
  press(page, 'Unpin');
  const question = (await screen.findByText('Unpin user #12?')).closest('.arco-modal');
  press(question as HTMLElement, 'Unpin');
  await waitFor(() => expect(callsOf(unpinBuild)).toEqual([{ id: 'logs', user_id: '12' }]));
});

async function openArea(): Promise<HTMLElement> {
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting?tab=areas&area=logs',
    children: <SettingsPage />,
  });
  return screen.findByRole('dialog', { name: 'Area logs' });
}

async function openForm(): Promise<HTMLElement> {
  press(await openArea(), 'Pin user');
  return (await screen.findByText('Pin user in logs')).closest('.arco-modal') as HTMLElement;
}

async function choose(form: HTMLElement, label: string, option: string | RegExp): Promise<void> {
  fireEvent.click(within(form).getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

function type(form: HTMLElement, reason: string): void {
  fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: reason } });
}

function press(part: HTMLElement, name: string): void {
  fireEvent.click(within(part).getByRole('button', { name }));
}
