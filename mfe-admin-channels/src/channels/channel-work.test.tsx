import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  copyChannel,
  countChannels,
  deleteChannels,
  deleteDisabledChannels,
  exportChannels,
  getChannelHealth,
  getChannelTests,
  listChannelTypes,
  listGroups,
  pageChannels,
  repairChannels,
  stopChannelTests,
  tagChannels,
  testChannel,
  testChannels,
  updateBalance,
  updateBalances,
  updateChannel,
} from '@tollgate/contract';
import { chooseInMenu } from '@tollgate/ui/testing/choose-in-menu';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { channelHealth, channels, counts, groups, openai, pageOf, types } from './channels.fixtures.ts';
import './channels-page.tsx'; // preloaded: the first test must not wait for it

const ended = { running: false, total: 5, done: 5, failed: 1, failures: [], started_at: 1, ended_at: 2 };

beforeEach(() => {
  answer(pageChannels, pageOf(channels));
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(countChannels, counts);
  answer(getChannelHealth, channelHealth);
  answer(getChannelTests, ended);
});
afterEach(forgetAnswers);

const open = (path = '/channel') => renderArea({ id: 'admin-channels', area, role: 'admin', path });
const inDialog = async () => within(await screen.findByRole('dialog'));
const choose = (name: string, action: string) => chooseInMenu(`Actions for ${name}`, action);
async function testRow(name: string) {
  const row = (await screen.findByText(name)).closest('tr')!;
  fireEvent.click(within(row).getByRole('button', { name: 'Test' }));
}
async function select(...names: string[]) {
  for (const name of names) {
    const row = (await screen.findByText(name)).closest('tr')!;
    fireEvent.click(within(row).getByRole('checkbox'));
  }
}

// @spec A003 H123
test('testing a channel shows the duration', async () => {
  answer(testChannel, { success: true, message: '', time: 1.2 });
  await open();
  await testRow('Claude');
  expect(await (await inDialog()).findByText('Responded in 1.2 s')).toBeTruthy();
  expect(callsOf(testChannel)).toEqual([{ id: '11' }]);
});

test('a failed test shows the reason', async () => {
  answer(testChannel, { code: 'channel_upstream_silent' });
  await open();
  await testRow('Claude');
  expect(await (await inDialog()).findByText(/^The provider didn't answer in time/)).toBeTruthy();
});

test.each([
  ['channel_upstream_refused', 'ECONNREFUSED', /^Nothing answers at this address/],
  ['channel_upstream_cut', 'UND_ERR_SOCKET', /^The server closed the connection/],
  ['channel_upstream_certificate', 'CERT_HAS_EXPIRED', /TLS certificate isn't valid/],
] as const)(
  'a test that fails with %s shows what to do, and the code apart from it',
  async (code, detail, text) => {
    answer(testChannel, { code, details: { code: detail } });
    await open();
    await testRow('Claude');
    const dialog = await inDialog();
    expect((await dialog.findByText(text)).textContent).not.toContain(detail);
    expect(dialog.getByText(detail, { selector: 'small' })).toBeTruthy();
  },
);

// @spec J075 H123
test('a test can choose a model of the channel and shows each result', async () => {
  answer(testChannel, ({ model }) =>
    model === 'claude-3-7-sonnet-20250219'
      ? { success: true, message: '', time: 0.84 }
      : { code: 'channel_test_unsupported', details: { model: String(model) } },
  );
  await open();
  await testRow('Claude');
  const dialog = await inDialog();
  fireEvent.click(dialog.getByRole('button', { name: 'Test claude-3-7-sonnet-20250219' }));
  expect(await dialog.findByText('Responded in 840 ms')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Test claude-3-5-haiku-20241022' }));
  await waitFor(() => expect(document.querySelector('.channels-test-problem')).toBeTruthy());
  fireEvent.change(dialog.getByLabelText('Model name'), { target: { value: 'SONNET' } });
  expect(dialog.getAllByRole('button', { name: /^Test claude/ })).toHaveLength(1);
});

// @spec H125
test('the test of all channels shows its progress', async () => {
  answer(testChannels, undefined);
  answer(getChannelTests, ended);
  await open();
  await chooseInMenu('More', 'Test all channels');
  const run = within(await screen.findByRole('region', { name: 'Testing channels' }));
  expect(await run.findByText('5 done · 1 failed')).toBeTruthy();
  expect(callsOf(testChannels)).toHaveLength(1);
});

test('a running test of all channels is followed', async () => {
  answer(testChannels, { code: 'channel_tests_running' });
  await open();
  await chooseInMenu('More', 'Test all channels');
  expect(await screen.findByText('5 done · 1 failed')).toBeTruthy();
});

test('the test of all channels is still shown after a reload and can be stopped', async () => {
  let isRunning = true;
  answer(getChannelTests, () => ({ ...ended, running: isRunning, done: 2, ended_at: 0 }));
  answer(stopChannelTests, () => {
    isRunning = false;
    return undefined;
  });
  await open();
  const run = within(await screen.findByRole('region', { name: 'Testing channels' }));
  expect(await run.findByText(/^2 of 5/)).toBeTruthy();
  fireEvent.click(run.getByRole('button', { name: 'Stop' }));
  expect(await run.findByText(/^Stopped/)).toBeTruthy();
  expect(callsOf(stopChannelTests)).toHaveLength(1);
});

test('channels that fail the test of all are listed with their reasons', async () => {
  const details = { answer: 'invalid_grant' };
  const failures = [{ id: 7, name: 'Vertex EU', code: 'channel_test_failed', details }];
  answer(testChannels, undefined);
  answer(getChannelTests, { ...ended, failures });
  await open();
  await chooseInMenu('More', 'Test all channels');
  fireEvent.click(await screen.findByRole('button', { name: 'View failed' }));
  const dialog = await inDialog();
  expect(dialog.getByText('Vertex EU')).toBeTruthy();
  expect(dialog.getByText(/invalid_grant/)).toBeTruthy();
});

// @spec H127
test('a click on a balance or its menu entry requests it from the provider', async () => {
  answer(updateBalance, { balance: 12.5 });
  await open();
  const row = (await screen.findByText('OpenAI production')).closest('tr')!;
  fireEvent.click(within(row).getByRole('button', { name: '$182.40' }));
  await waitFor(() => expect(callsOf(updateBalance)).toEqual([{ id: '12' }]));
  await choose('Claude', 'Update balance');
  expect(await screen.findByText('Balance of “Claude”: $12.50')).toBeTruthy();
});

// @spec H129
test('all balances are requested', async () => {
  answer(updateBalances, undefined);
  await open();
  await chooseInMenu('More', 'Update all balances');
  await waitFor(() => expect(callsOf(updateBalances)).toHaveLength(1));
});

// @spec H131 I088
test('disabled channels are deleted together after a confirmation', async () => {
  answer(deleteDisabledChannels, 3);
  await open();
  await chooseInMenu('More', 'Delete disabled channels');
  fireEvent.click((await inDialog()).getByRole('button', { name: 'Delete disabled' }));
  expect(await screen.findByText('Deleted 3 disabled channels')).toBeTruthy();
});

// @spec H135 I089
test('abilities are fixed after a confirmation', async () => {
  answer(repairChannels, 5);
  await open();
  await chooseInMenu('More', 'Rebuild routing index');
  fireEvent.click((await inDialog()).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Fixed 5 channels')).toBeTruthy();
});

const inBar = async () => within(await screen.findByRole('region', { name: /selected$/ }));

// @spec C088 H133 I043
test('selected channels are deleted together after a confirmation', async () => {
  answer(deleteChannels, 2);
  await open();
  await select('Claude', 'Gemini');
  fireEvent.click((await inBar()).getByRole('button', { name: 'Delete' }));
  const dialog = await inDialog();
  expect(dialog.getByText('Delete 2 channels?')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete channels' }));
  await waitFor(() => expect(callsOf(deleteChannels)).toEqual([{ ids: [11, 10] }]));
  await waitFor(() => expect(screen.queryByRole('region', { name: /selected$/ })).toBeNull());
});

// @spec C092 H143 I090 F078 F079
test('selected channels get a tag, which must not be empty', async () => {
  answer(tagChannels, 2);
  await open();
  await select('Claude', 'Gemini');
  fireEvent.click((await inBar()).getByRole('button', { name: 'Set tag' }));
  const dialog = await inDialog();
  fireEvent.click(dialog.getByRole('button', { name: 'Set tag' }));
  expect(await dialog.findByText("Tag can't be empty")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Tag'), { target: { value: ' spare ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Set tag' }));
  expect(await screen.findByText('Tagged 2 channels')).toBeTruthy();
  expect(callsOf(tagChannels)).toEqual([{ ids: [11, 10], tag: 'spare' }]);
});

test('selected channels are disabled one after another, and one that fails does not stop the rest', async () => {
  answer(updateChannel, ({ id }) => (id === 11 ? { code: 'channel_not_found' } : openai));
  await open();
  await select('Claude', 'Gemini');
  fireEvent.click((await inBar()).getByRole('button', { name: 'Disable' }));
  fireEvent.click((await inDialog()).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('2 done · 1 failed')).toBeTruthy();
  expect(callsOf(updateChannel)).toEqual([
    { id: 11, status: 2 },
    { id: 10, status: 2 },
  ]);
});

test('selected channels get a priority', async () => {
  answer(updateChannel, openai);
  await open();
  await select('Claude', 'Gemini');
  fireEvent.click((await inBar()).getByRole('button', { name: 'Set priority' }));
  const dialog = await inDialog();
  fireEvent.change(dialog.getByLabelText('Priority'), { target: { value: '7' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Set priority' }));
  await waitFor(() =>
    expect(callsOf(updateChannel)).toEqual([
      { id: 11, priority: 7 },
      { id: 10, priority: 7 },
    ]),
  );
});

test('selected channels are tested, and those that fail are listed', async () => {
  answer(testChannel, ({ id }) =>
    id === '11' ? { code: 'channel_upstream_silent' } : { success: true, message: '', time: 1 },
  );
  await open();
  await select('Claude', 'Gemini');
  fireEvent.click((await inBar()).getByRole('button', { name: 'Test' }));
  fireEvent.click(await screen.findByRole('button', { name: 'View failed' }));
  expect((await inDialog()).getByText('Claude')).toBeTruthy();
});

// @spec I081
test('a copy keeps the key and gets another name', async () => {
  answer(copyChannel, { id: 99 });
  await open();
  await choose('Claude', 'Copy');
  expect(await screen.findByText('Copied to “Claude copy”')).toBeTruthy();
  expect(callsOf(copyChannel)).toEqual([{ id: '11', name: 'Claude copy' }]);
});

// @spec I025
test('a failed copy shows the reason', async () => {
  answer(copyChannel, { code: 'busy' });
  await open();
  await choose('Claude', 'Copy');
  expect(await screen.findByText('The server is busy. Try again in a moment.')).toBeTruthy();
});

test('the list is exported with its filters', async () => {
  answer(exportChannels, {} as never);
  await open('/channel?group=vip&type=1');
  await chooseInMenu('Export', /^CSV/);
  await waitFor(() => expect(callsOf(exportChannels)).toEqual([{ format: 'csv', group: 'vip', type: '1' }]));
});
