import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createRedemptions,
  deleteRedemption,
  exportRedemptions,
  getRedemption,
  listRedemptions,
  pageRedemptions,
  searchRedemptions,
  updateRedemption,
} from '@tollgate/contract';
import { chooseInMenu } from '@tollgate/ui/testing/choose-in-menu';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { codes, disabled, pageOf, unused, used } from './redemptions.fixtures.ts';

beforeEach(() => {
  answer(listRedemptions, pageOf(codes, 45));
  answer(searchRedemptions, pageOf([unused]));
  answer(pageRedemptions, pageOf([disabled]));
  answer(getRedemption, unused);
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetAnswers();
});

const open = (path = '/redemption') => renderArea({ id: 'user', area, role: 'admin', path });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
/** The menu is still fading in when it is clicked. */
const person = () => userEvent.setup({ pointerEventsCheck: 0 });

async function menuOf(row: string) {
  await person().click(within(await rowOf(row)).getByRole('button', { name: /^Actions for/ }));
  return screen.findAllByRole('menuitem');
}

async function choose(row: string, action: string) {
  await menuOf(row);
  await person().click(screen.getByRole('menuitem', { name: action }));
}

async function openForm() {
  await open();
  await rowOf('spring');
  await person().click(screen.getByRole('button', { name: 'Create codes' }));
  return within(await screen.findByRole('dialog'));
}

// @spec A022 C098 H162
test('the table shows a page of codes', async () => {
  await open('/redemption?page=2');
  const names = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(names).toEqual(
    expect.arrayContaining(['ID', 'Name', 'Code', 'Status', 'Quota', 'Created', 'Redeemed by']),
  );
  expect(callsOf(listRedemptions)[0]).toEqual({ p: '2', page_size: '20' });
  const row = await rowOf('spring');
  expect(row.textContent).toContain('$1.00');
  expect(row.textContent).not.toContain(unused.key);
});

// @spec C097 H164
test('a search by name is sent', async () => {
  await open('/redemption?keyword=spr');
  await rowOf('spring');
  expect(callsOf(searchRedemptions)[0]).toEqual({ p: '1', page_size: '20', keyword: 'spr' });
});

test('codes are filtered by status together with a name', async () => {
  await open('/redemption?keyword=lo&status=2');
  await rowOf('lost');
  expect(callsOf(pageRedemptions)[0]).toMatchObject({ keyword: 'lo', status: '2' });
});

// @spec E048
test.each([
  ['spring', 'Unused'],
  ['lost', 'Disabled'],
  ['gift', 'Used'],
])('the code “%s” reads %s', async (name, status) => {
  await open();
  expect(within(await rowOf(name)).getByText(status)).toBeTruthy();
});

// @spec D236
test('redeemer 0 is shown as unused, and others by their id', async () => {
  await open();
  expect((await rowOf('gift')).textContent).toContain('#7');
  const row = await rowOf('spring');
  expect(row.textContent).not.toContain('#0');
  expect(row.textContent).toContain('–');
});

// @spec E049
test('a used code can be neither enabled nor disabled', async () => {
  await open();
  await menuOf('gift');
  const enable = screen.getByRole('menuitem', { name: 'Enable' });
  expect(enable.className).toContain('disabled');
  await person().click(enable);
  expect(callsOf(updateRedemption)).toEqual([]);
});

// @spec E050
test('only unused codes can be edited', async () => {
  await open();
  const edit = async (name: string) =>
    within(await rowOf(name)).getByRole<HTMLButtonElement>('button', { name: 'Edit' }).disabled;
  expect([await edit('spring'), await edit('lost'), await edit('gift')]).toEqual([false, true, true]);
});

// @spec H170
test('disabling and enabling change only the status', async () => {
  answer(updateRedemption, unused);
  await open();
  await choose('spring', 'Disable');
  await waitFor(() =>
    expect(callsOf(updateRedemption)).toEqual([{ id: unused.id, status: 2, status_only: 'true' }]),
  );
  await choose('lost', 'Enable');
  await waitFor(() =>
    expect(callsOf(updateRedemption).at(-1)).toEqual({ id: disabled.id, status: 1, status_only: 'true' }),
  );
});

// @spec H172
test('deleting asks for confirmation', async () => {
  answer(deleteRedemption, undefined);
  await open();
  await choose('spring', 'Delete');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('It can no longer be redeemed');
  expect(callsOf(deleteRedemption)).toEqual([]);
  await person().click(within(dialog).getByRole('button', { name: 'Delete code' }));
  await waitFor(() => expect(callsOf(deleteRedemption)).toEqual([{ id: String(unused.id) }]));
});

// @spec C099 F087 H166 I084 I085 I086
test('codes are created and offered as a text file named after them', async () => {
  const made = ['one', 'two'];
  answer(createRedemptions, made);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:made';
  });
  let saved = '';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved = this.download;
  });
  const form = await openForm();
  const user = person();
  expect(form.getByText('Up to 100 at a time.')).toBeTruthy();
  await enter(user, form.getByLabelText('Name'), 'spring');
  await user.clear(form.getByLabelText('Quantity'));
  await user.type(form.getByLabelText('Quantity'), '2');
  await user.click(form.getByRole('button', { name: 'Create codes' }));
  expect(await screen.findByText('2 redemption codes created')).toBeTruthy();
  expect(callsOf(createRedemptions)).toEqual([{ name: 'spring', quota: 100_000, count: 2 }]);

  await user.click(await screen.findByRole('button', { name: 'Download text file' }));
  expect(saved).toBe('spring.txt');
  expect(await files[0]?.text()).toBe('one\ntwo');
});

// @spec J020 J021 J022 J023 J024 J025
test.each([
  ['$1', 500_000],
  ['$10', 5_000_000],
  ['$50', 25_000_000],
  ['$100', 50_000_000],
  ['$500', 250_000_000],
  ['$1,000', 500_000_000],
])('the preset %s is %d units', async (label, quota) => {
  answer(createRedemptions, ['x']);
  const form = await openForm();
  await person().click(form.getByRole('button', { name: label }));
  await person().click(form.getByRole('button', { name: 'Create codes' }));
  await waitFor(() => expect(callsOf(createRedemptions)[0]).toMatchObject({ quota, count: 1 }));
});

// @spec F084
test('codes without a name are named after their formatted quota', async () => {
  answer(createRedemptions, ['x']);
  const form = await openForm();
  await person().click(form.getByRole('button', { name: 'Create codes' }));
  await waitFor(() => expect(callsOf(createRedemptions)[0]).toMatchObject({ name: '$0.20' }));
});

// @spec H160 H168
test("the edit form shows the server's current data", async () => {
  answer(getRedemption, { ...unused, quota: 1_000_000 });
  answer(updateRedemption, unused);
  await open();
  await person().click(within(await rowOf('spring')).getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog'));
  const quota = form.getByLabelText<HTMLInputElement>('Quota');
  await waitFor(() => expect(quota.value).toBe('2'));
  expect(callsOf(getRedemption)).toEqual([{ id: String(unused.id) }]);
  await person().clear(form.getByLabelText('Name'));
  await enter(person(), form.getByLabelText('Name'), 'summer');
  await person().click(form.getByRole('button', { name: 'Save code' }));
  await waitFor(() => expect(callsOf(updateRedemption)).toEqual([{ id: unused.id, name: 'summer' }]));
});

// @spec I042
test('copying without a selection shows a hint, and with one it copies the codes', async () => {
  await open();
  await rowOf('spring');
  await person().click(screen.getByRole('button', { name: 'Copy selected' }));
  expect(await screen.findByText('Select at least one redemption code.')).toBeTruthy();
  const user = person();
  await user.click(screen.getByRole('checkbox', { name: 'Select spring 41' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select gift 43' }));
  await user.click(screen.getByRole('button', { name: 'Copy codes' }));
  expect(await navigator.clipboard.readText()).toBe(`spring\t${unused.key}\ngift\t${used.key}`);
});

test('an unreadable code shows a notice and cannot be copied', async () => {
  answer(listRedemptions, pageOf([{ ...unused, key: '' }, used]));
  await open();
  const row = within(await rowOf('spring'));
  expect(row.getByText('Unreadable')).toBeTruthy();
  for (const button of row.queryAllByRole('button', { name: /copy/i }))
    expect(button).toHaveProperty('disabled', true);
  const user = person();
  await user.click(screen.getByRole('checkbox', { name: 'Select spring 41' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select gift 43' }));
  await user.click(screen.getByRole('button', { name: 'Copy codes' }));
  expect(await navigator.clipboard.readText()).toBe(`gift\t${used.key}`);
});

test('the list is exported with its filters', async () => {
  answer(exportRedemptions, {} as never);
  await open('/redemption?status=3');
  await chooseInMenu('Export', /^CSV/);
  await waitFor(() => expect(callsOf(exportRedemptions)[0]).toMatchObject({ format: 'csv', status: '3' }));
});
