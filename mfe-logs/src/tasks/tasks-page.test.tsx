import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getOwnTaskBars,
  getTaskBars,
  listOwnTasks,
  listTasks,
  pageOwnTasks,
  pageTasks,
  type Task,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { bars, hourBefore, noBars } from '../bars/bars.fixtures.ts';
import '../bars/log-bars.tsx'; // preloaded, too
import './tasks-page.tsx'; // preloaded: the first test must not wait for it
import { asOwn, failedLyrics, runningSong, song, taskPage, tasks } from './tasks.fixtures.ts';

beforeEach(() => {
  answer(listTasks, tasks);
  answer(pageTasks, taskPage(tasks, 45));
  answer(listOwnTasks, tasks.map(asOwn));
  answer(pageOwnTasks, taskPage(tasks.map(asOwn), 45));
  answer(getTaskBars, bars);
  answer(getOwnTaskBars, bars);
});
afterEach(forgetAnswers);

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const openAs = (role: 'user' | 'admin', path = '/task') => renderArea({ id: 'logs', area, role, path });
const columnNames = async () =>
  (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent).slice(0, -1);

/** Returns the cells of the only row, by column name. */
async function cellsOf(task: Task): Promise<Record<string, HTMLElement>> {
  answer(listOwnTasks, [task]);
  await openAs('user');
  const names = await columnNames();
  const cells = within((await screen.findAllByRole('row'))[1]!).getAllByRole('cell');
  return Object.fromEntries(names.map((name, index) => [name, cells[index]!]));
}

const common = [
  'Submitted',
  'Type',
  'Status',
  'Progress',
  'Error',
  'Duration',
  'Platform',
  'Task ID',
  'Finished',
];

// @spec A018 G014 G015 G047 H197
test('a user sees their own tasks without channels and without a channel filter', async () => {
  await openAs('user', '/task?task_id=abc&channel_id=3&time=100-200');
  expect(await columnNames()).toEqual(common);
  expect(screen.queryByLabelText('Channel ID')).toBeNull();
  expect(callsOf(listTasks)).toEqual([]);
  expect(callsOf(listOwnTasks)[0]).toEqual({
    task_id: 'abc',
    start_timestamp: '100',
    end_timestamp: '200',
    p: '0',
    page_size: '20',
  });
});

// @spec C130 C131 C136 C141 F112 H195 H199
test('an admin sees every task with channels and a filter, starting at page 0', async () => {
  await openAs('admin', '/task?task_id=abc&channel_id=3&time=100-200');
  expect(await columnNames()).toEqual(['Submitted', 'Channel', ...common.slice(1)]);
  expect(screen.getByLabelText('Channel ID')).toBeTruthy();
  expect(callsOf(listTasks)[0]).toMatchObject({
    task_id: 'abc',
    channel_id: '3',
    start_timestamp: '100',
    end_timestamp: '200',
    p: '0',
  });
});

// @spec H200
test('the next page is loaded when it is opened', async () => {
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(callsOf(listOwnTasks).at(-1)).toMatchObject({ p: '1' }));
});

// @spec C132 C133 C134
test('the time range has date-time pickers and starts at midnight by default', async () => {
  await openAs('user');
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toMatch(/ 00:00:00$/);
  expect(screen.getByLabelText<HTMLInputElement>('To').placeholder).toBe('Now');
  await person.click(screen.getByLabelText('From'));
  await waitFor(() => expect(document.querySelector('.arco-picker-btn-select-time')).toBeTruthy());
});

// @spec C135
test('the refresh button sends the typed filters', async () => {
  await openAs('user');
  await person.type(await screen.findByLabelText('Task ID'), 'xyz');
  await person.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(callsOf(listOwnTasks).at(-1)).toMatchObject({ task_id: 'xyz' }));
});

// @spec C146 J089
test('a page has 10, 20, 50 or 100 tasks', async () => {
  await openAs('user');
  const sizes = await screen.findByRole('combobox', { name: 'Rows per page' });
  expect([...sizes.querySelectorAll('option')].map(({ value }) => value)).toEqual(['10', '20', '50', '100']);
});

// @spec C137
test('numeric progress is shown as a ring', async () => {
  const { Progress } = await cellsOf(runningSong);
  expect(Progress?.querySelector('svg')).toBeTruthy();
  expect(Progress?.textContent).toBe('57%');
});

// @spec C138
test('textual progress is shown as text', async () => {
  const { Progress } = await cellsOf({ ...runningSong, progress: 'waiting' });
  expect(Progress?.querySelector('svg')).toBeNull();
  expect(Progress?.textContent).toBe('waiting');
});

// @spec C139 C140
test.each([
  [60, 'fast'],
  [61, 'slow'],
])('%s seconds are %s', async (seconds, speed) => {
  const cells = await cellsOf({ ...song, finish_time: song.submit_time + seconds });
  expect(cells.Duration?.querySelector<HTMLElement>('[data-speed]')?.dataset.speed).toBe(speed);
});

// @spec C142 C143
test('a channel has a color, and a click copies its id', async () => {
  await openAs('admin');
  const [mark] = await screen.findAllByRole('button', { name: 'Copy channel ID #3' });
  expect(mark?.querySelector<HTMLElement>('span')?.style.background).toContain('--tg-series-');
  await person.click(mark!);
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('3'));
});

// @spec C144
test('a click on the task id shows the whole record', async () => {
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: song.task_id }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('"audio_url": "https://cdn.example.com/toll-gate.mp3"');
});

// @spec C145
test('a click on the fail reason shows it in full', async () => {
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: failedLyrics.fail_reason }));
  expect((await screen.findByRole('dialog')).textContent).toContain(failedLyrics.fail_reason);
});

// @spec E084 E085 E086 E087 E088 E089 E090 E091
test.each([
  ['', 'Submitting'],
  ['NOT_START', 'Not started'],
  ['SUBMITTED', 'In queue'],
  ['QUEUED', 'In queue'],
  ['IN_PROGRESS', 'In progress'],
  ['SUCCESS', 'Succeeded'],
  ['FAILURE', 'Failed'],
  ['UNKNOWN', 'Unknown'],
])('status %j reads %s', async (status, label) => {
  const { Status } = await cellsOf({ ...song, status });
  expect(Status?.textContent).toBe(label);
});

// @spec E092 E093 E094
test.each([
  ['MUSIC', 'Music'],
  ['LYRICS', 'Lyrics'],
  ['VIDEO', 'Unknown'],
])('type %s reads %s', async (action, label) => {
  const { Type } = await cellsOf({ ...song, action });
  expect(Type?.textContent).toBe(label);
});

// @spec E095 E096
test.each([
  ['suno', 'Suno'],
  ['mine', 'Unknown'],
])('platform %s reads %s', async (platform, label) => {
  const { Platform } = await cellsOf({ ...song, platform });
  expect(Platform?.textContent).toBe(label);
});

test('a list that cannot be loaded shows the reason and a retry button', async () => {
  answer(listOwnTasks, { code: 'busy' });
  await openAs('user');
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  answer(listOwnTasks, tasks);
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('57%')).toBeTruthy();
});

test('bars above the log count tasks within its filters, and narrow its time', async () => {
  await openAs('admin', '/task?task_id=17&time=last-24-hours');
  const strip = await screen.findByRole('slider', { name: 'Tasks over time' });
  expect(strip.getAttribute('aria-valuetext')).toBe('188 tasks · 10 failed');
  expect(callsOf(getTaskBars)[0]).toMatchObject({ task_id: '17' });
  strip.focus();
  await person.keyboard('{Home}{ArrowRight}{Enter}');
  const zoomed = { start_timestamp: `${hourBefore(5)}`, end_timestamp: `${hourBefore(4) - 1}` };
  await waitFor(() => expect(callsOf(listTasks).at(-1)).toMatchObject(zoomed));
  await waitFor(() => expect(callsOf(getTaskBars).at(-1)).toMatchObject(zoomed));
  expect(await screen.findByRole('button', { name: 'Zoom out' })).toBeTruthy();
});

test('a user sees bars of own tasks only, and none above an empty log', async () => {
  answer(getOwnTaskBars, noBars);
  await openAs('user');
  await screen.findAllByRole('row');
  await waitFor(() => expect(callsOf(getOwnTaskBars)).toHaveLength(1));
  expect(callsOf(getTaskBars)).toEqual([]);
  expect(screen.queryByRole('slider')).toBeNull();
});
