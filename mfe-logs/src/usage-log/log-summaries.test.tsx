import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getLogBars,
  getLogStat,
  getOwnLogBars,
  getOwnLogStat,
  listGroups,
  listLogGroups,
  listLogs,
  listOwnGroups,
  listOwnLogs,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { bars, hourBefore, noBars } from '../bars/bars.fixtures.ts';
import '../bars/log-bars.tsx'; // preloaded: the first test must not wait for it
import './log-groups.tsx';
import './usage-log-page.tsx';
import { asOwn, entries, groups, pageOf, stat } from './usage-log.fixtures.ts';

beforeEach(() => {
  answer(listLogs, pageOf(entries, 45));
  answer(listOwnLogs, pageOf(entries.map(asOwn), 45));
  answer(getLogStat, stat);
  answer(getOwnLogStat, stat);
  answer(getLogBars, bars);
  answer(getOwnLogBars, bars);
  answer(listLogGroups, groups);
  answer(listGroups, ['default']);
  answer(listOwnGroups, { default: { ratio: 1, desc: '' } });
});
afterEach(forgetAnswers);

const openAs = (role: 'user' | 'admin', path = '/log') => renderArea({ id: 'logs', area, role, path });
const strip = () => screen.findByRole('slider', { name: 'Requests over time' });

test('bars above the log sum requests and failures within its filters', async () => {
  await openAs('admin', '/log?model_name=gpt-4o');
  expect((await strip()).getAttribute('aria-valuetext')).toBe('188 requests · 10 failed');
  expect(callsOf(getLogBars)[0]).toMatchObject({ model_name: 'gpt-4o' });
});

test('a bar that is chosen by keys narrows the range, and the earlier range comes back', async () => {
  await openAs('user', '/log?time=last-24-hours');
  const person = userEvent.setup();
  (await strip()).focus();
  await person.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect((await strip()).getAttribute('aria-valuetext')).toMatch(/^31 requests · 9 failed · /);
  await person.keyboard('{Enter}');
  const zoomed = { start_timestamp: String(hourBefore(5)), end_timestamp: String(hourBefore(3) - 1) };
  await waitFor(() => expect(callsOf(listOwnLogs).at(-1)).toMatchObject(zoomed));
  await person.click(await screen.findByRole('button', { name: 'Zoom out' }));
  const range = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time' });
  await waitFor(() => expect(range.value).toBe('last-24-hours'));
  expect(screen.queryByRole('button', { name: 'Zoom out' })).toBeNull();
});

test('bars that are dragged over narrow the range', async () => {
  await openAs('admin');
  const bar = await strip();
  bar.getBoundingClientRect = () => ({ left: 0, width: 700 }) as DOMRect;
  fireEvent.pointerDown(bar, { button: 0, clientX: 450 });
  fireEvent.pointerMove(bar, { clientX: 250 });
  fireEvent.pointerUp(bar, { clientX: 250 });
  const zoomed = { start_timestamp: String(hourBefore(4)), end_timestamp: String(hourBefore(1) - 1) };
  await waitFor(() => expect(callsOf(listLogs).at(-1)).toMatchObject(zoomed));
});

test('a log without requests has no bars', async () => {
  answer(getLogBars, noBars);
  await openAs('admin');
  await screen.findByRole('table');
  await waitFor(() => expect(callsOf(getLogBars)).toHaveLength(1));
  expect(screen.queryByRole('slider')).toBeNull();
});

test('bars say from when on they count when there are too many requests', async () => {
  answer(getLogBars, { ...bars, counted_from: bars.start_timestamp + 60 });
  await openAs('admin');
  expect(await screen.findByText(/^Counts the newest 100,000 requests, since /)).toBeTruthy();
});

test('the log is grouped by model, and a group leads to its requests', async () => {
  await openAs('admin');
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Group by' }), 'Model');
  const table = await screen.findByRole('region', { name: 'Model' });
  await waitFor(() => expect(within(table).getByText('129')).toBeTruthy());
  expect(table.textContent).toContain('75%');
  await person.click(within(table).getByText('gpt-4o'));
  await waitFor(() => expect(callsOf(listLogs).at(-1)).toMatchObject({ model_name: 'gpt-4o' }));
  expect(await screen.findByRole('region', { name: 'Requests and other entries' })).toBeTruthy();
});

test('a group shows its cost as precisely as the rows do', async () => {
  answer(listLogGroups, { ...groups, items: groups.items.map((item) => ({ ...item, quota: 185 })) });
  await openAs('admin', '/log?by=model');
  const table = await screen.findByRole('region', { name: 'Model' });
  await waitFor(() => expect(within(table).getAllByText('$0.000370')).toHaveLength(groups.items.length));
});

test('users group by model and token only', async () => {
  await openAs('user', '/log?by=channel');
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group by' });
  expect([...choice.options].map(({ value }) => value)).toEqual(['', 'model', 'token']);
  expect(await screen.findByRole('region', { name: 'Requests and other entries' })).toBeTruthy();
});
