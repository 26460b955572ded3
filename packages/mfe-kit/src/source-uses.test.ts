import { expect, test } from 'vitest';
import { findUses, foreignLinks, foreignPaths, undeclared, usesIn } from './source-uses.ts';
import { areaFolder, listAreaIds, readAreaSource } from './workspace.ts';

const text = `
  const { links, events } = useArea();
  <Link to={links.to('user.tokens')} /> <a onClick={() => links.go('logs.usage', { username })} />
  useEffect(() => events.on('data.changed/v1', () => {}), []);
  ctx.events.emit(
    'data.changed/v1', { entity: 'user' });
  <ExtensionSlot
    point="logs.row/v1" of={{}} />
`;

test('links, events and points are found in the sources', () => {
  const uses = usesIn(text);
  expect(uses).toEqual({
    links: ['logs.usage', 'user.tokens'],
    emits: ['data.changed/v1'],
    listens: ['data.changed/v1'],
    points: ['logs.row/v1'],
    paths: [],
  });
  expect(foreignLinks(uses, 'logs')).toEqual(['user.tokens']);
});

test('points for rows and tabs are found in the sources', () => {
  const rows = `
    const added = useRowColumns('user.user-column/v1', users, toRow);
    const others = useRowActions(
      'user.user-action/v1',
    );
    const tabs = useExtensionTabs('user.statement/v1');
    <ExtensionTabContent point="user.tabs/v1" tab={open} of={{}} />
  `;
  expect(usesIn(rows).points).toEqual([
    'user.statement/v1',
    'user.tabs/v1',
    'user.user-action/v1',
    'user.user-column/v1',
  ]);
});

test('names missing from the manifest are reported', () => {
  const source = { routes: [], nav: [], events: { emits: [], listens: ['data.changed/v1'] } };
  expect(undeclared(usesIn(text), source)).toEqual([
    '"data.changed/v1" is missing in events.emits',
    '"logs.row/v1" is missing in provides',
  ]);
});

test.each(listAreaIds())('the manifest of %s declares everything that its sources use', async (id) => {
  expect(undeclared(findUses(areaFolder(id)), await readAreaSource(id))).toEqual([]);
});

test.each([
  '<Link to="/token">',
  "<Link to={'/token'}>",
  "void navigate('/token')",
  "navigate({ pathname: '/token', search })",
  '<a href="/token">',
])('a literal path to another area is reported: %s', (source) => {
  expect(foreignPaths(usesIn(source), { routes: [] })).toEqual(['/token']);
});

test.each(listAreaIds())('%s links to pages of other areas by name', async (id) => {
  expect(foreignPaths(findUses(areaFolder(id)), await readAreaSource(id))).toEqual([]);
});
