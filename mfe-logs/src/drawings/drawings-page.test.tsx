import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  type Drawing,
  getDrawingBars,
  getOwnDrawingBars,
  listDrawings,
  listOwnDrawings,
  pageDrawings,
  pageOwnDrawings,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { bars, hourBefore, noBars } from '../bars/bars.fixtures.ts';
import '../bars/log-bars.tsx'; // preloaded, too
import './drawings-page.tsx'; // preloaded: the first test must not wait for it
import { asOwn, drawingPage, drawings, drawn, refused } from './drawings.fixtures.ts';

beforeEach(() => {
  answer(listDrawings, drawings);
  answer(pageDrawings, drawingPage(drawings, 45));
  answer(listOwnDrawings, drawings.map(asOwn));
  answer(pageOwnDrawings, drawingPage(drawings.map(asOwn), 45));
  answer(getDrawingBars, bars);
  answer(getOwnDrawingBars, bars);
});
afterEach(forgetAnswers);

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const openAs = (role: 'user' | 'admin', path = '/midjourney') => renderArea({ id: 'logs', area, role, path });
const columnNames = async () =>
  (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent).slice(0, -1);

/** Returns the cells of the only row, as an admin sees them, by column name. */
async function cellsOf(row: Partial<Drawing>): Promise<Record<string, HTMLElement>> {
  answer(listDrawings, [{ ...drawn, ...row }]);
  await openAs('admin');
  const names = await columnNames();
  const cells = within((await screen.findAllByRole('row'))[1]!).getAllByRole('cell');
  return Object.fromEntries(names.map((name, index) => [name, cells[index]!]));
}

const own = [
  'Submitted',
  'Type',
  'Status',
  'Progress',
  'Error',
  'Duration',
  'Image',
  'Prompt',
  'English prompt',
  'Task ID',
];

// @spec A017 C114 G046 G047 H193
test('a user sees their own drawings without channels and submit results', async () => {
  await openAs('user', '/midjourney?mj_id=17&channel_id=3&time=100-200');
  expect(await columnNames()).toEqual(own);
  expect(screen.queryByLabelText('Channel ID')).toBeNull();
  expect(callsOf(listDrawings)).toEqual([]);
  expect(callsOf(listOwnDrawings)[0]).toEqual({
    mj_id: '17',
    start_timestamp: '100000',
    end_timestamp: '200000',
    p: '0',
    page_size: '20',
  });
});

// @spec C113 D250 G046 H191
test('an admin sees all drawings, can filter by channel, and times are sent in milliseconds', async () => {
  await openAs('admin', '/midjourney?mj_id=17&channel_id=3&time=100-200');
  const names = await columnNames();
  expect(names).toEqual([
    'Submitted',
    'Channel',
    ...own.slice(1).filter((name) => name !== 'English prompt'),
    'Submission',
  ]);
  expect(screen.getByLabelText('Channel ID')).toBeTruthy();
  expect(callsOf(listDrawings)[0]).toMatchObject({
    mj_id: '17',
    channel_id: '3',
    start_timestamp: '100000',
    end_timestamp: '200000',
    p: '0',
  });
});

// @spec C115
test('drawings from 30 days ago on are requested, without an end that would leave new ones out', async () => {
  await openAs('user');
  await screen.findAllByRole('row');
  const { start_timestamp, ...rest } = callsOf(listOwnDrawings)[0] ?? {};
  expect(Math.round((Date.now() - Number(start_timestamp)) / 3_600_000)).toBe(30 * 24);
  expect(rest).not.toHaveProperty('end_timestamp');
});

// @spec E057 E058 E059 E060 E061 E062
test.each([
  ['SUCCESS', 'Succeeded'],
  ['NOT_START', 'Not started'],
  ['SUBMITTED', 'In queue'],
  ['IN_PROGRESS', 'In progress'],
  ['FAILURE', 'Failed'],
  ['MODAL', 'Needs input'],
])('status %s reads %s', async (status, label) => {
  const { Status } = await cellsOf({ status });
  expect(Status?.textContent).toBe(label);
});

// @spec E063 E064 E065 E066
test.each([
  [1, 'Submitted'],
  [21, 'Waiting'],
  [22, 'Duplicate'],
  [0, 'Not submitted'],
])('submit code %s reads %s', async (code, label) => {
  const cells = await cellsOf({ code });
  expect(cells.Submission?.textContent).toBe(label);
});

// @spec E067 E068 E069 E070 E071 E072 E073 E074 E075 E076 E077 E078 E079 E080 E081 E082
test('every kind of drawing has a name', async () => {
  const names = {
    IMAGINE: 'Imagine',
    UPSCALE: 'Upscale',
    VARIATION: 'Variation',
    HIGH_VARIATION: 'Strong variation',
    LOW_VARIATION: 'Subtle variation',
    PAN: 'Pan',
    DESCRIBE: 'Describe',
    BLEND: 'Blend',
    UPLOAD: 'Upload',
    SHORTEN: 'Shorten',
    REROLL: 'Reroll',
    INPAINT: 'Inpaint',
    ZOOM: 'Zoom',
    CUSTOM_ZOOM: 'Custom zoom',
    MODAL: 'Modal',
    SWAP_FACE: 'Swap face',
    SOMETHING_NEW: 'Unknown',
  };
  answer(
    listOwnDrawings,
    Object.keys(names).map((action, index) => ({ ...drawn, id: 100 - index, action })),
  );
  await openAs('user');
  const [, ...rows] = await screen.findAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('cell')[own.indexOf('Type')]?.textContent)).toEqual(
    Object.values(names),
  );
});

// @spec J081
test.each([
  [60_000, 'fast'],
  [60_001, 'slow'],
])('%s milliseconds are %s', async (spent, speed) => {
  const cells = await cellsOf({ finish_time: drawn.submit_time + spent });
  expect(cells.Duration?.querySelector<HTMLElement>('[data-speed]')?.dataset.speed).toBe(speed);
});

test('a finished drawing opens with its picture, or a notice when the picture is gone', async () => {
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: `View the image of ${drawn.mj_id}` }));
  const dialog = await screen.findByRole('dialog');
  const picture = within(dialog).getByRole('img');
  expect(picture.getAttribute('src')).toBe(drawn.image_url);
  expect(within(dialog).getByText(drawn.prompt_en)).toBeTruthy();
  fireEvent.error(picture);
  expect(within(dialog).getByText(/Couldn't load the image/)).toBeTruthy();
  expect(within(dialog).getByRole('link').getAttribute('href')).toBe(drawn.image_url);
});

test('a picture URL that is no web address is never opened', async () => {
  answer(listOwnDrawings, [{ ...drawn, image_url: 'javascript:alert(1)' }]);
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: `View the image of ${drawn.mj_id}` }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('img')).toBeNull();
  expect(within(dialog).queryByRole('link')).toBeNull();
});

test('a click on the fail reason shows it in full', async () => {
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: refused.fail_reason }));
  expect((await screen.findByRole('dialog')).textContent).toContain(refused.fail_reason);
});

test('an empty log shows a hint', async () => {
  answer(listOwnDrawings, []);
  answer(pageOwnDrawings, drawingPage([]));
  await openAs('user');
  expect(await screen.findByText('No drawings in this period')).toBeTruthy();
});

test('an open drawing follows the list behind it', async () => {
  answer(listOwnDrawings, [{ ...drawn, status: 'IN_PROGRESS' }]);
  await openAs('user');
  await person.click(await screen.findByRole('button', { name: /^View the image/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('In progress')).toBeTruthy();
  answer(listOwnDrawings, [drawn]);
  fireEvent.click(screen.getByText('Refresh', { selector: 'button *' }));
  expect(await within(dialog).findByText('Succeeded')).toBeTruthy();
});

test('bars above the log count drawings within its filters, and narrow its time', async () => {
  await openAs('admin', '/midjourney?mj_id=17&time=last-24-hours');
  const strip = await screen.findByRole('slider', { name: 'Drawings over time' });
  expect(strip.getAttribute('aria-valuetext')).toBe('188 drawings · 10 failed');
  expect(callsOf(getDrawingBars)[0]).toMatchObject({ mj_id: '17' });
  strip.focus();
  await person.keyboard('{Home}{ArrowRight}{Enter}');
  const zoomed = { start_timestamp: `${hourBefore(5)}000`, end_timestamp: `${hourBefore(4) - 1}000` };
  await waitFor(() => expect(callsOf(listDrawings).at(-1)).toMatchObject(zoomed));
  await waitFor(() => expect(callsOf(getDrawingBars).at(-1)).toMatchObject(zoomed));
  expect(await screen.findByRole('button', { name: 'Zoom out' })).toBeTruthy();
});

test('a user sees bars of own drawings only, and none above an empty log', async () => {
  answer(getOwnDrawingBars, noBars);
  await openAs('user');
  await screen.findAllByRole('row');
  await waitFor(() => expect(callsOf(getOwnDrawingBars)).toHaveLength(1));
  expect(callsOf(getDrawingBars)).toEqual([]);
  expect(screen.queryByRole('slider')).toBeNull();
});
