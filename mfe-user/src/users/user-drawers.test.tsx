import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { type MockHost, renderArea } from '@tollgate/console-sdk/testing';
import { createUser, getUser, listGroups, listLimitsOf, listUsers, updateUser } from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ada, groups, limitsOfUser, pageOf } from './users.fixtures.ts';

beforeEach(() => {
  answer(listLimitsOf, []);
  answer(listUsers, pageOf([ada]));
  answer(listGroups, groups);
  answer(getUser, ada);
  answer(createUser, ada);
  answer(updateUser, ada);
});
afterEach(forgetAnswers);

async function open(path: string) {
  await renderArea({ id: 'user', area, role: 'root', path });
  await screen.findByRole('dialog');
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

// @spec C004
test('the list has a button that adds a user', async () => {
  await renderArea({ id: 'user', area, role: 'root', path: '/user' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add user' }));
  expect(await screen.findByRole('dialog', { name: 'Add user' })).toBeTruthy();
});

// @spec C006 F025 F026 F027 G016 H015
test('a user is added with name, display name and password', async () => {
  const person = await open('/user/edit');
  const drawer = screen.getByRole('dialog').textContent;
  for (const hint of ['Up to 12 characters', '8 to 20 characters', '1 to 20 characters'])
    expect(drawer).toContain(hint);
  await enter(person, field('Username'), 'hedy');
  await enter(person, field('Display name'), 'Hedy');
  await enter(person, field('Password'), 'frequency-hopping');
  await person.click(press('Create user'));
  await waitFor(() =>
    expect(callsOf(createUser)).toEqual([
      { username: 'hedy', display_name: 'Hedy', password: 'frequency-hopping' },
    ]),
  );
});

// @spec F001
test.each([
  ['', 'long enough'],
  ['hedy', ''],
])('the name “%s” with the password “%s” is rejected before sending', async (name, password) => {
  const person = await open('/user/edit');
  if (name) await enter(person, field('Username'), name);
  if (password) await enter(person, field('Password'), password);
  await person.click(press('Create user'));
  expect(await screen.findByText("Username and password can't be empty.")).toBeTruthy();
  expect(callsOf(createUser)).toEqual([]);
});

test('a taken name shows an error at its field and the form stays', async () => {
  answer(createUser, { code: 'username_taken' });
  const person = await open('/user/edit');
  await enter(person, field('Username'), 'ada');
  await enter(person, field('Password'), 'long enough');
  await person.click(press('Create user'));
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/taken/));
});

// @spec C007 F023 G017 G019 H017 I065
test('only edited fields are saved because others may have changed in another tab', async () => {
  const person = await open('/user/edit/7');
  expect(document.title).toContain('ada');
  expect(field('Password').value).toBe('');
  await waitFor(() => expect(field('Remaining quota').value).toBe('5'));
  await person.clear(field('Display name'));
  await enter(person, field('Display name'), 'Countess');
  await person.clear(field('Remaining quota'));
  await enter(person, field('Remaining quota'), '7.5000001');
  await person.click(press('Save user'));
  await waitFor(() =>
    expect(callsOf(updateUser)).toEqual([
      {
        id: 7,
        display_name: 'Countess',
        quota: 3_750_000,
        quota_before: 2_500_000,
      },
    ]),
  );
  expect(await screen.findByText('User updated')).toBeTruthy();
});

// @spec D003 (a blank password is left out, which means the same: decision 0072)
// @spec G018
test("an administrator changes a user's group, and the password stays", async () => {
  const person = await open('/user/edit/7');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Group' }));
  // The filter of the list behind the drawer has this option too.
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'vip' })).toHaveLength(2));
  fireEvent.click(screen.getAllByRole('option', { name: 'vip' }).at(-1)!);
  await person.click(press('Save user'));
  await waitFor(() => expect(callsOf(updateUser)).toEqual([{ id: 7, group: 'vip' }]));
});

test('an emptied display name shows an error instead of a false confirmation', async () => {
  const person = await open('/user/edit/7');
  await person.clear(field('Display name'));
  await person.click(press('Save user'));
  expect(await screen.findByText('Enter a display name.')).toBeTruthy();
  expect(callsOf(updateUser)).toEqual([]);
});

// @spec C008 F024
test('the dialog adds or subtracts quota and shows the new balance', async () => {
  const person = await open('/user/edit/7');
  await person.click(press('Add quota'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add quota' }));
  await enter(person, dialog.getByLabelText('Amount'), '-6');
  expect(await dialog.findByText('New balance: -$1.00 (was $5.00)')).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Adjusts balance by -$6.00')).toBeTruthy();
  await person.click(press('Save user'));
  await waitFor(() =>
    expect(callsOf(updateUser)[0]).toMatchObject({ quota: -500_000, quota_before: 2_500_000 }),
  );
});

// @spec C009
test('the bound accounts are shown and cannot be changed here', async () => {
  await open('/user/edit/7');
  const bindings = within(screen.getByRole('region', { name: 'Connected accounts' }));
  expect(bindings.getByText('ada-hub')).toBeTruthy();
  expect(bindings.getByText('ada@example.org')).toBeTruthy();
  expect(bindings.getAllByText('Not connected')).toHaveLength(4);
  expect(bindings.queryAllByRole('textbox')).toEqual([]);
});

test("the form shows the current balance, not the list's", async () => {
  answer(getUser, { ...ada, quota: 1_000_000 });
  await open('/user/edit/7');
  await waitFor(() => expect(field('Remaining quota').value).toBe('2'));
});

test('a form that opens again never shows what an earlier visit read', async () => {
  await renderArea({ id: 'user', area, role: 'root', path: '/user' });
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  const openForm = async () => {
    await person.click((await screen.findAllByRole('button', { name: 'Edit' }))[0]!);
    await screen.findByRole('dialog');
  };
  answer(getUser, { ...ada, display_name: 'Long ago' });
  await openForm();
  await waitFor(() => expect(field('Display name').value).toBe('Long ago'));
  await person.click(press('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer(getUser, { ...ada, display_name: 'Now' }, { delayMs: 100 });
  await openForm();
  expect(field('Display name').value).toBe(ada.display_name);
  await waitFor(() => expect(field('Display name').value).toBe('Now'));
});

test('a saved change of a user is announced to the rest of the console', async () => {
  const changes: object[] = [];
  const onHost = ({ events }: MockHost) => events.on('data.changed/v1', (what) => changes.push(what));
  await renderArea({ id: 'user', area, role: 'root', path: `/user/edit/${ada.id}`, onHost });
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await screen.findByRole('dialog');
  answer(updateUser, { code: 'busy' });
  await enter(person, field('Display name'), 'Countess');
  await person.click(press('Save user'));
  await waitFor(() => expect(callsOf(updateUser)).toHaveLength(1));
  expect(changes).toEqual([]);
  answer(updateUser, ada);
  await waitFor(() => expect(press('Save user').className).not.toContain('loading'));
  await person.click(press('Save user'));
  await waitFor(() => expect(changes).toEqual([{ entity: 'user', id: ada.id }]));
});

test('the drawer shows what limits the user, and leads to the page that sets it', async () => {
  answer(listLimitsOf, limitsOfUser);
  await open('/user/edit/7');
  const limits = await screen.findByRole('region', { name: 'Limits' });
  const [own, all] = (await within(limits).findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(within(own).getByText('$0.40 of $1.00 used')).toBeTruthy();
  expect(
    within(all).getByText('Everyone together · At most 1,000,000 tokens in any 5 hours for gpt-*'),
  ).toBeTruthy();
  expect(callsOf(listLimitsOf)).toEqual([{ scope: 'user', scope_id: '7' }]);
  const link = within(limits).getByRole('link', { name: 'Set limits' });
  expect(link.getAttribute('href')).toBe('/limit?scope=user&scope_id=7');
});
