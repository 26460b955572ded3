import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  type AreaFault,
  getAreaTrouble,
  listAreaMembers,
  listAreas,
  listAudit,
  listCiIdentities,
  listPublishers,
  setReleaseNote,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ids, makeArea, makeBuild } from './areas.fixtures.ts';
import { AreasTab } from './areas-tab.tsx';
import { sortByTrouble } from './health.ts';
import { curveOf } from './trouble.data.ts';

const at = Math.floor(Date.now() / 1000) - 7200;
const crash: AreaFault = {
  build_id: ids.OLDER,
  fingerprint: 'a',
  kind: 'crash',
  name: 'TypeError',
  detail: 'rows is not iterable',
  route: '/log/:id',
  stack: ['src/usage-log/log-table.tsx:40:12', 'src/usage-log/usage-log-page.tsx:9:3'],
  is_mapped: true,
  count: 12,
  first_at: at,
  last_at: at,
};
const point = { at, build_id: ids.OLDER, loads: 40, failures: 1, crashes: 2, p50_ms: 200, p95_ms: 700 };

beforeEach(() => {
  answer(listAreas, [makeArea('logs')]);
  answer(listAudit, { items: [], total: 0, page: 1, page_size: 20, next_cursor: null });
  answer(listAreaMembers, []);
  answer(listCiIdentities, []);
  answer(listPublishers, { keys: [], tokens: [] });
});
afterEach(forgetAnswers);

async function open() {
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting?area=logs',
    children: <AreasTab />,
  });
  return await screen.findByRole('dialog', { name: 'Area logs' });
}

test('faults are listed with their place in the sources, their page and how often they happened', async () => {
  const refused: AreaFault = {
    ...crash,
    fingerprint: 'b',
    kind: 'csp',
    name: 'connect-src',
    detail: 'tracker.example',
    route: '',
    stack: ['static/js/a.js:1:20'],
    is_mapped: false,
    count: 1,
  };
  const vitals = [{ build_id: ids.OLDER, name: 'LCP' as const, count: 30, p50: 1200, p75: 2600, p95: 5000 }];
  answer(getAreaTrouble, { step: 3600, points: [point], faults: [crash, refused], vitals });
  const drawer = await open();
  const trouble = await within(drawer).findByRole('region', { name: 'Why it breaks' });
  await within(trouble).findByText('rows is not iterable');
  const text = trouble.textContent ?? '';
  for (const part of ['TypeError', '12 times', 'src/usage-log/log-table.tsx:40:12', '/log/:id', ids.OLDER])
    expect(text).toContain(part);
  expect(text).toContain('Content policy: connect-src refused tracker.example');
  expect(text).toContain('published without source maps');
  expect(within(trouble).getByText('Needs work')).toBeTruthy();
});

test('a tab loads another range, and an empty range has a notice', async () => {
  answer(getAreaTrouble, { step: 3600, points: [], faults: [], vitals: [] });
  const drawer = await open();
  await within(drawer).findByText('No page reported anything in this time.');
  fireEvent.click(within(drawer).getByRole('tab', { name: '30 days' }));
  await waitFor(() => expect(callsOf(getAreaTrouble).at(-1)).toMatchObject({ id: 'logs', hours: '720' }));
});

test('a build shows its commit, its author and its note, and the note can be changed', async () => {
  answer(getAreaTrouble, { step: 3600, points: [], faults: [], vitals: [] });
  answer(listAreas, [makeArea('logs', { builds: [makeBuild(ids.OLDER, { note: 'Faster lists' })] })]);
  answer(setReleaseNote, undefined);
  const drawer = await open();
  const row = (await within(drawer).findByText('Faster lists')).closest('[data-row]') as HTMLElement;
  expect(row.textContent).toContain('3f1c2b7 Ada Lovelace');
  fireEvent.click(within(row).getByRole('button', { name: /Actions/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit note' }));
  const dialog = await screen.findByRole('dialog', { name: `Note for build ${ids.OLDER}` });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Slower lists' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(callsOf(setReleaseNote)).toEqual([{ id: 'logs', build_id: ids.OLDER, note: 'Slower lists' }]),
  );
});

test('areas that are down come first, then those with the largest share of trouble', () => {
  const health = (failures: number) => ({ ...makeBuild('').health, loads: 100 - failures, failures });
  const failing = (id: string, failures: number) =>
    makeArea(id, { builds: [makeBuild(ids.OLDER, { health: health(failures) })] });
  const areas = [makeArea('a'), failing('b', 2), failing('c', 9), makeArea('d', { killed: 'leaks' })];
  expect(sortByTrouble(areas).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
});

test('the curve has the spans without visits, and sums builds', () => {
  const points = [point, { ...point, build_id: ids.STABLE, loads: 1 }, { ...point, at: at + 7200, loads: 5 }];
  expect(curveOf({ step: 3600, points })).toEqual([
    { loads: 41, trouble: 6 },
    { loads: 0, trouble: 0 },
    { loads: 5, trouble: 3 },
  ]);
});
