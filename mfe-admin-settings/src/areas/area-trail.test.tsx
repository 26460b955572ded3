import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { type AuditEntry, listAudit, listPublishers } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import en from '../i18n/en.json' with { type: 'json' };
import zh from '../i18n/zh.json' with { type: 'json' };
import { AreaTrail } from './area-trail.tsx';
import { entry, ids, rights, trail } from './areas.fixtures.ts';

afterEach(forgetAnswers);

const { CANARY, STABLE } = ids;

async function show(...items: AuditEntry[]): Promise<HTMLElement> {
  answer(listAudit, { ...trail, items, total: items.length });
  answer(listPublishers, rights.publishers);
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting',
    children: <AreaTrail areaId="logs" />,
  });
  const section = await screen.findByRole('region', { name: 'History' });
  await within(section).findByRole('listitem');
  return section;
}

test.each([
  [
    'a rollback, without the reason that the gateway fills in',
    entry(1, 'area.rollback', { stable_build: STABLE, reason: 'rollback' }, { stable_build: CANARY }),
    `Rolled back to build ${STABLE}`,
  ],
  [
    'a rollback that leaves no build',
    entry(1, 'area.rollback', { stable_build: '', reason: 'leaks' }, { stable_build: CANARY }),
    `Rolled back from build ${CANARY}leaks`,
  ],
  [
    'a canary for named users',
    entry(1, 'area.canary', { canary_build: CANARY, canary_cohorts: { roles: [], users: [7] } }),
    `Started canary ${CANARY} for user #7`,
  ],
  [
    'a canary for a share, a role and a user',
    entry(1, 'area.canary', {
      canary_build: CANARY,
      canary_percent: 5,
      canary_cohorts: '{"roles":[100],"users":[7]}',
    }),
    `Started canary ${CANARY} for 5% of users, the super admin, and user #7`,
  ],
  [
    'another build for the same users as before',
    entry(1, 'area.canary', { canary_build: CANARY }),
    `Started canary ${CANARY}`,
  ],
  [
    'other users for the same canary',
    entry(1, 'area.canary', { canary_cohorts: { users: [7, 9] } }),
    'Changed the canary: now for user #7 and user #9',
  ],
  [
    'an override',
    entry(1, 'area.override', { origin: 'http://127.0.0.1:3104', expires_at: 1 }),
    'Started loading the area from http://127.0.0.1:3104, for one session',
  ],
])('the history shows %s', async (_, row, text) => {
  const [line] = within(await show(row)).getAllByRole('listitem');
  expect(
    [...(line?.querySelectorAll(':scope > span, :scope > q') ?? [])].map((part) => part.textContent).join(''),
  ).toBe(text);
});

test.each([
  ['deploy token 12 (ci)', 0, 'Deploy token “ci”'],
  // Recorded before entries had names.
  ['deploy token 3', 0, 'Deploy token “build server”'],
  ['deploy token 12 (ci)', 5, 'deploy token 12 (ci)'],
])('the history shows the actor %s of user %i by name', async (actor_name, actor_id, shown) => {
  const section = await show({ ...entry(1, 'area.publish', { build_id: STABLE }), actor_name, actor_id });
  const actor = section.querySelector('small');
  await waitFor(() => expect(actor?.textContent).toContain(`${shown} ·`));
});

test('the history shows that a canary grew by itself', async () => {
  const section = await show({
    ...entry(1, 'area.canary_step', { build_id: CANARY, percent: 25 }),
    actor_id: 0,
    actor_name: 'system',
  });
  expect(section.textContent).toContain(`Raised the canary ${CANARY} to 25%`);
  expect(section.textContent).toContain('Auto-ramp');
  expect(section.textContent).not.toContain('system');
});

/** Texts that describe no action: labels, and variants of an action. */
const LABELS = ['title', 'failed', 'empty', 'guard', 'ramp', 'user'];

test('every action that the gateway records for an area has a text in both languages', () => {
  const actions = listRecordedActions();
  expect(actions).toContain('canary_step');
  for (const { trail: texts } of [en.areas, zh.areas]) {
    const described = Object.keys(texts).filter((key) => !LABELS.includes(key));
    expect([...new Set(described.map((key) => key.replace(/-.*$/, '')))].sort()).toEqual(actions);
  }
});

/** The actions whose target is an area, from the source of the gateway. */
function listRecordedActions(): string[] {
  const folder = path.join(import.meta.dirname, '../../../packages/gateway/src/modules/areas');
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const named = [...sources.matchAll(/'area\.(\w+)'/g)].map(([, name = '']) => name);
  const ofOthers = [...sources.matchAll(/'area\.(\w+)',\s*target: `(?!area:)/g)].map(([, name]) => name);
  return [...new Set(named)].filter((name) => !ofOthers.includes(name)).sort();
}
