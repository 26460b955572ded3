import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getLogBars,
  getLogStat,
  getOwnLogStat,
  listGroups,
  listLogs,
  listOwnGroups,
  listOwnLogs,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area as manifest } from '../area.manifest.ts';
import { area } from '../area.tsx';
import { bars } from '../bars/bars.fixtures.ts';
import './usage-log-page.tsx'; // preloaded: the first test must not wait for it
import { asOwn, chatCall, cutCall, failedCall, mappedCall, pageOf, stat } from './usage-log.fixtures.ts';

const rows = [chatCall, { ...mappedCall, request_id: 'second' }, { ...failedCall, request_id: 'third' }];

beforeEach(() => {
  answer(listLogs, pageOf(rows));
  answer(getLogStat, stat);
  answer(getLogBars, bars);
  answer(listGroups, []);
});
afterEach(() => {
  forgetAnswers();
  localStorage.clear();
  vi.useRealTimers();
});

async function open(path = '/log') {
  await renderArea({ id: 'logs', area, role: 'admin', path });
  await screen.findAllByText('gpt-4o');
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}
const peek = (name: string) => screen.findByRole('region', { name });
const currentRow = () => document.querySelector('[data-row][aria-current]')?.getAttribute('aria-rowindex');

test('J and K move the open entry with the row, and Escape closes it', async () => {
  const person = await open();
  await person.keyboard('j{Enter}');
  await peek(chatCall.model_name);
  expect(currentRow()).toBe('2');
  await person.keyboard('j');
  await peek(mappedCall.model_name);
  expect(currentRow()).toBe('3');
  await person.keyboard('k');
  await peek(chatCall.model_name);
  await person.keyboard('{Escape}');
  expect(currentRow()).toBeUndefined();
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('2');
});

test('Enter on the open row leads the keyboard into the entry, where J goes on', async () => {
  const person = await open();
  await person.keyboard('j{Enter}{Enter}');
  const entry = await peek(chatCall.model_name);
  expect(entry.contains(document.activeElement)).toBe(true);
  await person.keyboard('j');
  await peek(mappedCall.model_name);
  expect(currentRow()).toBe('3');
});

test('a link with a request ID opens its entry', async () => {
  await open('/log?entry=second');
  await peek(mappedCall.model_name);
});

test('the timeline has the channels in order, the first token and the end', async () => {
  const person = await open(`/log?entry=${chatCall.request_id}`);
  const entry = within(await peek(chatCall.model_name));
  await person.click(entry.getByRole('tab', { name: 'Timeline' }));
  const moments = entry.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(moments[1]).toBe('#5 failed');
  expect(moments[2]).toBe('#3 eu-west answered');
  expect(moments[3]).toBe('First token840 ms');
  expect(moments[4]).toMatch(/^Completed in 12\.0 s|^Completed in 12 s/);
  await person.click(entry.getByRole('tab', { name: 'Raw' }));
  expect(entry.getByText(/"use_channel"/)).toBeTruthy();
});

test('a failed call has its reason in the row and at the end of its timeline', async () => {
  const person = await open('/log?entry=third');
  const entry = within(await peek(failedCall.model_name));
  expect(screen.getAllByText('529 overloaded').length).toBeGreaterThan(0);
  await person.click(entry.getByRole('tab', { name: 'Timeline' }));
  expect(entry.getAllByRole('listitem').at(-1)?.textContent).toContain('Failed 529 overloaded');
});

test('a charged call that broke off is failed everywhere, and keeps its receipt', async () => {
  answer(listLogs, pageOf([cutCall]));
  const person = await open(`/log?entry=${cutCall.request_id}`);
  expect(screen.getByRole('img', { name: 'Error' })).toBeTruthy();
  expect(screen.getByText('Failed, charged')).toBeTruthy();
  expect(screen.getByText(/^502 · The provider closed the connection before/)).toBeTruthy();
  const entry = within(await peek(cutCall.model_name));
  expect(entry.getByText('502 upstream_cut')).toBeTruthy();
  expect(entry.getByText(/^The provider closed the connection before/)).toBeTruthy();
  expect(entry.getByText('$0.004750')).toBeTruthy();
  await person.click(entry.getByRole('tab', { name: 'Timeline' }));
  const moments = entry.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(moments.join(' ')).not.toContain('Completed');
  expect(moments.at(-1)).toContain('Failed 502 upstream_cut');
});

test('the live list loads again by itself, and not while the pointer is on it', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Live' }));
  const before = callsOf(listLogs).length;
  await waitFor(() => expect(callsOf(listLogs).length).toBeGreaterThan(before), { timeout: 5000 });
  await person.hover(screen.getByRole('table'));
  expect(screen.getByRole('button', { name: 'Live' }).textContent).toBe('Live: paused');
});

test('the live tail loads the list, the tiles and the bars again', async () => {
  const person = await open();
  await waitFor(() => expect(callsOf(getLogBars)).toHaveLength(1));
  await person.click(screen.getByRole('button', { name: 'Live' }));
  for (const endpoint of [listLogs, getLogStat, getLogBars])
    await waitFor(() => expect(callsOf(endpoint).length).toBeGreaterThan(1), { timeout: 10_000 });
}, 30_000);

test('a view is saved on this device, chosen again and deleted', async () => {
  const person = await open('/log?type=5&model_name=gpt-4o');
  await person.click(screen.getByRole('button', { name: 'Views' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  await enter(person, await screen.findByLabelText('Name'), 'Failures');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await person.click(await screen.findByRole('button', { name: 'Failures' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete “Failures”' }));
  expect(await screen.findByRole('button', { name: 'Views' })).toBeTruthy();
});

test('an entry shows its cost at the provider to administrators, and users are not sent any', async () => {
  const costed = { ...chatCall, quota: 5000, provider_cost: 2000 };
  answer(listLogs, pageOf([costed]));
  const person = await open();
  await person.keyboard('j{Enter}');
  expect((await peek(chatCall.model_name)).textContent).toContain('$0.004000, margin $0.006000');
  cleanup();

  answer(listOwnLogs, pageOf([asOwn(chatCall)]));
  answer(getOwnLogStat, stat);
  answer(listOwnGroups, { default: { ratio: 1, desc: '' } });
  await renderArea({ id: 'logs', area, role: 'user', path: '/log' });
  await screen.findAllByText('gpt-4o');
  await person.keyboard('j{Enter}');
  expect((await peek(chatCall.model_name)).textContent).not.toMatch(/provider cost|margin/i);
  expect(callsOf(listLogs).length).toBe(1);
});

test('margin is a page of administrators, in the menu too', () => {
  expect(manifest.routes.find(({ path }) => path === '/margin')?.access).toBe('admin');
  expect(manifest.nav.find(({ to }) => to === '/margin')?.access).toBe('admin');
});
test('what an administrator changed in Chinese is in English for an English reader', async () => {
  const messages = { en: 'An administrator changed the quota from $1 to $2' };
  const event = {
    ...chatCall,
    type: 3,
    content: '管理员将用户额度从 ＄1 修改为 ＄2',
    other: JSON.stringify({ messages }),
  };
  answer(listLogs, pageOf([event]));
  await open();
  expect((await screen.findAllByText(messages.en)).length).toBeGreaterThan(0);
  expect(screen.queryByText(event.content)).toBeNull();
});
