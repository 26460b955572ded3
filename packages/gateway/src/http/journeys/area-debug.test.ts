import { killArea, setAreaMember, setCanary, startPreview } from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { Actor, TestApp } from '../../testing/app.ts';
import { BUNDLED, ONE, openAreaConsole } from '../../testing/area-console.ts';

test('an administrator gets the chosen build and why in a header', async () => {
  const { app } = await openAreaConsole();
  expect(await headerOf(app, 'admin')).toBe(`logs;build=${BUNDLED};why=stable`);
  await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, roles: [10] });
  expect(await headerOf(app, 'admin')).toBe(`logs;build=${ONE};why=cohort`);
  await app.as('admin').get(startPreview, { id: 'logs', build_id: ONE });
  expect(await headerOf(app, 'admin', '/logs')).toBe(`logs;build=${ONE};why=preview`);
  await app.as('root').get(killArea, { id: 'logs', reason: 'leaks' });
  expect(await headerOf(app, 'admin')).toBe('logs;state=off;reason=KILLED');
});

test('a member of the team gets the header for its area, and other users and visitors do not', async () => {
  const { app } = await openAreaConsole();
  const { id: user_id } = app.people.user;
  await app.as('root').get(setAreaMember, { id: 'elsewhere', user_id, rights: ['watch'] });
  await app.as('root').get(setAreaMember, { id: 'logs', user_id: app.people.other.id, rights: ['publish'] });
  for (const actor of ['visitor', 'user', 'other'] as const)
    expect(await headerOf(app, actor)).toBeUndefined();
  await app.as('root').get(setAreaMember, { id: 'logs', user_id, rights: ['watch'] });
  expect(await headerOf(app, 'user')).toBe(`logs;build=${BUNDLED};why=stable`);
  expect(await headerOf(app, 'user', '/logs')).toBe(`logs;build=${BUNDLED};why=stable`);
});

async function headerOf(app: TestApp, actor: Actor, path = '/api/console/registry') {
  const { headers } = await app.as(actor).send('GET', path);
  return headers['x-tollgate-areas'];
}
