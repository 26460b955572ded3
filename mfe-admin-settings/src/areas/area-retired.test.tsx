import { screen, within } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getAreaTrouble,
  listAreaMembers,
  listAreas,
  listAudit,
  listCiIdentities,
  listPublishers,
} from '@tollgate/contract';
import { formatTime } from '@tollgate/i18n';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import type { ListedArea } from './areas.data.ts';
import { ids, makeArea, makeBuild, retiredArea, retiredTrail, rights } from './areas.fixtures.ts';
import { AreasTab } from './areas-tab.tsx';

beforeEach(() => {
  answer(listAudit, retiredTrail);
  answer(listAreaMembers, []);
  answer(listCiIdentities, []);
  answer(getAreaTrouble, { step: 3600, points: [], faults: [], vitals: [] });
  answer(listPublishers, { keys: [], tokens: [] });
});
afterEach(forgetAnswers);

async function open(shown: ListedArea): Promise<HTMLElement> {
  answer(listAreas, [shown]);
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: `/setting?tab=areas&area=${shown.id}`,
    children: <AreasTab />,
  });
  return await screen.findByRole('dialog', { name: `Area ${shown.id}` });
}

test('a retired area says who retired it and why, where its addresses lead, and until when it can return', async () => {
  const drawer = await open(retiredArea);
  const retiredAt = formatTime(retiredTrail.items[0]?.at ?? 0);
  const line = await within(drawer).findByText(`Retired by root at ${retiredAt}: “part of the log”.`, {
    exact: false,
  });
  expect(line.textContent).toContain('/bills leads to /logs. /bills/:id shows that the page is gone.');
  expect(line.textContent).toContain(`Rollback works until ${formatTime(4_000_000_000)}`);
  expect(drawer.textContent).toContain('Not served: the area is retired');
});

test('a retired area offers only what brings it back', async () => {
  const drawer = await open(retiredArea);
  for (const name of ['Disable area', 'Pin user', 'Start canary'])
    expect(within(drawer).queryByRole('button', { name })).toBeNull();
  for (const name of ['Roll back', 'Promote to stable'])
    expect(within(drawer).getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false);
});

test('a retired area without an earlier build offers no rollback', async () => {
  const drawer = await open({ ...retiredArea, history: [] });
  expect(drawer.textContent).toContain('It has no build to roll back to.');
  expect(within(drawer).queryByRole('button', { name: 'Roll back' })).toBeNull();
});

test('an area that comes without a bundled build shows that none is chosen', async () => {
  const drawer = await open(
    makeArea('bills', {
      everybody: { state: 'unreleased', build_id: '', why: 'newest', reason: '' },
      builds: [makeBuild(ids.STABLE)],
    }),
  );
  const rollout = within(drawer).getByRole('region', { name: 'Rollout' });
  expect(rollout.textContent).toContain('EveryoneNo build is chosen');
  expect(rollout.textContent).not.toMatch(/bundled|None/);
});

test('an area without a stable build shows the bundled one', async () => {
  const rollout = within(await open(makeArea('logs'))).getByRole('region', { name: 'Rollout' });
  expect(rollout.textContent).toContain('EveryoneNewest bundled build');
});

test('a deploy token that has expired ended, another ends', async () => {
  const [token] = rights.publishers.tokens;
  const old = { ...token, id: 4, name: 'old', expires_at: 1_500_000_000 };
  answer(listPublishers, { keys: [], tokens: [token, old] as never });
  const section = within(await open(makeArea('logs'))).getByRole('region', { name: 'Rights' });
  const lineOf = async (name: string) =>
    (await within(section).findByText(`Deploy token “${name}”`)).closest('li')?.textContent;
  expect(await lineOf('old')).toContain('”ended ');
  expect(await lineOf('build server')).toContain('”ends ');
});

test('the parts of an area have headings of one level', async () => {
  const drawer = await open(makeArea('logs'));
  for (const name of ['Rollout', 'Rights', 'Build servers', 'History'])
    expect(within(drawer).getByRole('heading', { name, level: 2 })).toBeTruthy();
});
