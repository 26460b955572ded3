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
  makePublishToken,
  removeAreaMember,
  revokePublishToken,
  searchUsers,
  setAreaMember,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { areas, noTrail, rights } from './areas.fixtures.ts';
import { makeUsers } from './users.fixtures.ts';

beforeEach(() => {
  answer(listAreas, areas);
  answer(listAudit, noTrail);
  answer(listOptions, []);
  answer(listAreaMembers, rights.members);
  answer(listCiIdentities, []);
  answer(listPublishers, rights.publishers);
  answer(searchUsers, makeUsers([12, 'ada'], [7, 'grace']));
});
afterEach(forgetAnswers);

test('an area lists its members and deploy tokens with their rights, and no token of another area', async () => {
  const [token] = rights.publishers.tokens;
  answer(listPublishers, {
    keys: [],
    tokens: [...rights.publishers.tokens, { ...token, id: 4, area: 'user', name: 'other' }] as never,
  });
  const section = await open();
  expect(await within(section).findByText('ada')).toBeTruthy();
  expect(section.textContent).toContain('Release, Watch');
  expect(section.textContent).toContain('Deploy token “build server”');
  expect(section.textContent).not.toContain('“other”');
});

test('a user gets the chosen rights for this area, and loses them again', async () => {
  answer(setAreaMember, undefined);
  answer(removeAreaMember, undefined);
  const section = await open();
  press(section, 'Add user');
  const dialog = await screen.findByRole('dialog', { name: 'Rights for logs' });
  press(dialog, 'Give rights');
  expect(await within(dialog).findByText('Choose a user.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'User' }));
  fireEvent.click(await screen.findByRole('option', { name: 'grace (#7)' }));
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Release' }));
  press(dialog, 'Give rights');
  await waitFor(() =>
    expect(callsOf(setAreaMember)).toEqual([{ id: 'logs', user_id: '7', rights: ['watch', 'release'] }]),
  );
  press(section, 'Remove');
  const question = (await screen.findByText('Remove ada?')).closest('.arco-modal') as HTMLElement;
  press(question, 'Remove');
  await waitFor(() => expect(callsOf(removeAreaMember)).toEqual([{ id: 'logs', user_id: '12' }]));
});

test('a new deploy token is shown once, and a token is revoked after a question', async () => {
  answer(makePublishToken, { id: 9, token: 'pub_secret-of-the-build-server' });
  answer(revokePublishToken, undefined);
  const section = await open();
  press(section, 'Create deploy token');
  const dialog = await screen.findByRole('dialog', { name: 'Deploy token for logs' });
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' ci ' } });
  press(dialog, 'Create token');
  expect(await within(section).findByText('pub_secret-of-the-build-server')).toBeTruthy();
  expect(callsOf(makePublishToken)).toEqual([
    { id: 'logs', name: 'ci', rights: ['publish', 'release', 'watch'], days: 90 },
  ]);
  press(section, 'Revoke');
  const question = (await screen.findByText(/Revoke the deploy token/)).closest('.arco-modal') as HTMLElement;
  press(question, 'Revoke');
  await waitFor(() => expect(callsOf(revokePublishToken)).toEqual([{ id: '3' }]));
});

async function open(): Promise<HTMLElement> {
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting?tab=areas&area=logs',
    children: <SettingsPage />,
  });
  const section = await screen.findByRole('region', { name: 'Rights' });
  await within(section).findByText('ada');
  return section;
}

function press(inside: HTMLElement, name: string) {
  fireEvent.click(within(inside).getByRole('button', { name }));
}
