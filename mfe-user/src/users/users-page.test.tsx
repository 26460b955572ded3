import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { exportUsers, getUser, listGroups, listUsers, manageUser, searchUsers } from '@tollgate/contract';
import { chooseInMenu } from '@tollgate/ui/testing/choose-in-menu';
import { enter } from '@tollgate/ui/testing/enter';
import { getI18n } from 'react-i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ada, admin, banned, gone, groups, locked, pageOf, people, root } from './users.fixtures.ts';

beforeEach(() => {
  answer(listUsers, pageOf(people, 45));
  answer(searchUsers, pageOf([ada]));
  answer(listGroups, groups);
});
afterEach(forgetAnswers);

const open = (path = '/user', role: 'admin' | 'root' = 'root') =>
  renderArea({ id: 'user', area, role, path });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
/** The menu is still fading in when it is clicked. */
const person = () => userEvent.setup({ pointerEventsCheck: 0 });

async function menuOf(name: string) {
  await person().click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await screen.findAllByRole('menuitem');
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

async function choose(name: string, action: string) {
  await menuOf(name);
  await person().click(screen.getByRole('menuitem', { name: action }));
}

const COLUMNS = [
  '',
  'ID',
  'Username',
  'Group',
  'Balance and usage',
  'Invitations',
  'Role',
  'Status',
  'Actions',
];

// @spec A020 C005 H007
test('the table shows a page of all users', async () => {
  await open('/user?page=2');
  const names = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(names).toEqual(COLUMNS);
  expect(callsOf(listUsers)[0]).toEqual({ p: '2', page_size: '20' });
  const row = (await rowOf('ada')).textContent;
  for (const fact of ['7', 'default', '$5.00', '$1.50 spent · 42 requests', '2 invited · $2.00 earned', '#3'])
    expect(row).toContain(fact);
});

// @spec C001 C002
test('a typed keyword and a chosen group are searched for', async () => {
  await open('/user');
  await rowOf('ada');
  await enter(person(), screen.getByRole('searchbox'), 'ada{Enter}');
  await waitFor(() => expect(callsOf(searchUsers).at(-1)).toMatchObject({ keyword: 'ada' }));
  const group = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Group' });
  await waitFor(() => expect([...group.options].map(({ value }) => value)).toContain('vip'));
  await person().selectOptions(group, 'vip');
  await waitFor(() => expect(callsOf(searchUsers).at(-1)).toMatchObject({ keyword: 'ada', group: 'vip' }));
});

// @spec H009 H029
test('keyword and group are read from the URL', async () => {
  await open('/user?keyword=ada&group=vip');
  await rowOf('ada');
  expect(callsOf(searchUsers)[0]).toEqual({ p: '1', page_size: '20', keyword: 'ada', group: 'vip' });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ada');
  const group = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Group' });
  await waitFor(() => expect([...group.options].map(({ text }) => text)).toEqual(['All', ...groups]));
  expect(callsOf(listGroups)).toHaveLength(1);
});

// @spec C003
test('the search button searches for the typed text', async () => {
  await open();
  await rowOf('ada');
  const user = person();
  await enter(user, screen.getByRole('searchbox'), 'lovelace');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(callsOf(searchUsers).at(-1)).toMatchObject({ keyword: 'lovelace' }));
});

// @spec D008
test('inviter 0 is shown as none, and others by their id', async () => {
  await open();
  const alan = (await rowOf('alan')).textContent;
  expect(alan).toContain('No inviter');
  expect(alan).not.toContain('invited');
  expect((await rowOf('ada')).textContent).toContain('Invited by #3');
});

// @spec D012 D016
test.each([
  ['ada', 'User', 'Enabled'],
  ['alan', 'User', 'Disabled'],
  ['imported', 'User', 'Locked'],
  ['linus', 'Admin', 'Enabled'],
  ['root', 'Super admin', 'Enabled'],
])('the row of %s reads %s and %s', async (name, role, status) => {
  await open();
  const row = within(await rowOf(name));
  expect(row.getByText(role)).toBeTruthy();
  expect(row.getByText(status)).toBeTruthy();
});

test('a role does not look like a warning', async () => {
  await open();
  const tag = within(await rowOf('root'))
    .getByText('Super admin')
    .closest('[data-part="status-tag"]');
  expect(tag?.className).not.toContain('warning');
});

// @spec C010 C011
test('a deleted user is marked and has no actions', async () => {
  await open();
  const row = within(await rowOf('grace'));
  expect(row.getByText('Deleted')).toBeTruthy();
  expect(row.queryByRole('button', { name: /Actions|Edit/ })).toBeNull();
});

// @spec E002 E004 E007
test('root can promote, disable and delete an active user', async () => {
  await open();
  expect(await menuOf('ada')).toEqual(['Transactions', 'Usage log', 'Promote to admin', 'Disable', 'Delete']);
});

// @spec E003
test('root can demote an admin', async () => {
  await open();
  expect(await menuOf('linus')).toContain('Demote to user');
});

test('every action of a list with a banned user has its texts', async () => {
  await open('/user?keyword=ada');
  await rowOf('ada');
  const missing: string[] = [];
  Object.assign(getI18n().options, {
    saveMissing: true,
    missingKeyHandler: (_: unknown, __: unknown, key: string) => missing.push(key),
  });
  await person().click(screen.getByRole('button', { name: 'Clear filters' }));
  await rowOf('alan');
  expect(missing).toEqual([]);
});

// @spec E005
test('a banned user can be enabled, and not disabled', async () => {
  await open();
  const menu = await menuOf('alan');
  expect(menu).toContain('Enable');
  expect(menu).not.toContain('Disable');
});

// @spec E006
test('a user of status 3 cannot be enabled', async () => {
  await open();
  await menuOf('imported');
  const enable = screen.getByRole('menuitem', { name: 'Enable' });
  expect(enable.className).toContain('disabled');
  await person().click(enable);
  expect(callsOf(manageUser)).toEqual([]);
});

test('an admin sees only the log of other admins', async () => {
  await open('/user', 'admin');
  expect(await menuOf('linus')).toEqual(['Usage log']);
});

// @spec E009 G022 H023 I066
test('disabling asks for confirmation, and the row shows the response', async () => {
  answer(manageUser, { ...ada, status: 2 });
  await open('/user', 'admin');
  await choose('ada', 'Disable');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('rejected immediately');
  expect(callsOf(manageUser)).toEqual([]);
  await person().click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(async () => expect(within(await rowOf('ada')).getByText('Disabled')).toBeTruthy());
  expect(callsOf(manageUser)).toEqual([{ id: ada.id, action: 'disable' }]);
  expect(callsOf(listUsers)).toHaveLength(1);
  expect(await screen.findByText('“ada” disabled')).toBeTruthy();
});

// @spec G023
test('enabling runs at once', async () => {
  answer(manageUser, { ...banned, status: 1 });
  await open();
  await choose('alan', 'Enable');
  await waitFor(async () => expect(within(await rowOf('alan')).getByText('Enabled')).toBeTruthy());
});

// @spec G020 G021
test.each([
  ['Promote to admin', ada, 'promote', 10, 'Admin'],
  ['Demote to user', admin, 'demote', 1, 'User'],
] as const)('“%s” changes the role after a confirmation', async (label, user, action, role, shown) => {
  answer(manageUser, { ...user, role });
  await open();
  await choose(user.username, label);
  await person().click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }));
  await waitFor(async () => expect(within(await rowOf(user.username)).getByText(shown)).toBeTruthy());
  expect(callsOf(manageUser)).toEqual([{ id: user.id, action }]);
});

// @spec G024
test('deleting requires the typed name and reloads the list', async () => {
  answer(manageUser, ada);
  await open();
  await choose('ada', 'Delete');
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
  expect(button.disabled).toBe(true);
  answer(listUsers, pageOf([{ ...ada, DeletedAt: gone.DeletedAt }]));
  // At once: the opening dialog may move the focus between two keys.
  fireEvent.change(await dialog.findByRole('textbox'), { target: { value: 'ada' } });
  await waitFor(() => expect(button.disabled).toBe(false));
  await person().click(button);
  await screen.findByText('Deleted', undefined, { timeout: 20_000 });
  expect(callsOf(manageUser)).toEqual([{ id: ada.id, action: 'delete' }]);
});

// @spec G032
test.each(['user_above', 'promote_root_only', 'root_stays'] as const)(
  'the error %s is shown to the admin',
  async (code) => {
    answer(manageUser, { code });
    await open();
    await choose('alan', 'Enable');
    await waitFor(() => expect(document.querySelector('.arco-message')?.textContent).toBeTruthy());
    expect(within(await rowOf('alan')).getByText('Disabled')).toBeTruthy();
  },
);

test('several users are disabled at once, except those who cannot be', async () => {
  answer(manageUser, ({ id }) => ({ ...ada, id: Number(id), status: 2 }));
  await open();
  await rowOf('ada');
  const user = person();
  for (const name of ['ada', 'linus', 'grace', 'root', 'alan'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.click(screen.getByRole('button', { name: 'Disable 2' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Disable 2 users?');
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(() =>
    expect(callsOf(manageUser)).toEqual([
      { id: ada.id, action: 'disable' },
      { id: admin.id, action: 'disable' },
    ]),
  );
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
});

// @spec H011
test('a link opens the form of a user', async () => {
  answer(getUser, locked);
  await open('/user/edit/9');
  expect(await screen.findByRole('dialog', { name: 'Edit “imported”' })).toBeTruthy();
  expect(callsOf(getUser)).toEqual([{ id: '9' }]);
});

test('an unreadable user shows an error and leads back to the list', async () => {
  answer(getUser, { code: 'user_above' });
  await open('/user/edit/1');
  expect(await screen.findByText(root.username)).toBeTruthy();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the list is exported with its filters', async () => {
  answer(exportUsers, {} as never);
  await open('/user?role=10&keyword=ada');
  await chooseInMenu('Export', /^JSON/);
  await waitFor(() =>
    expect(callsOf(exportUsers)).toEqual([{ format: 'jsonl', role: '10', keyword: 'ada' }]),
  );
});
