import { expect, test } from 'vitest';
import { renderConsoleTypes } from './console-types.ts';

const nothing = { links: {}, provides: [], emits: [] };
const known = { links: ['user.users'], events: ['data.changed/v1'], points: ['user.drawer/v1'] };

test('links, events and points of a console become types, except those that the SDK declares', () => {
  const text = renderConsoleTypes(
    { id: 'billing', links: { 'billing.bill': { path: '/billing/:id' } } },
    [
      {
        id: 'user',
        links: { 'user.users': { path: '/user' }, 'user.teams': { path: '/team', query: ['name', 'page'] } },
        provides: ['user.drawer/v1', 'user.drawer/v2'],
        emits: ['data.changed/v1', 'user.paid/v1'],
      },
      // What the console has of this area may be older than its sources.
      { ...nothing, id: 'billing', links: { 'billing.old': { path: '/old' } }, emits: ['billing.paid/v1'] },
    ],
    known,
  );
  expect(text.split('\n').slice(3)).toEqual([
    '',
    "declare module '@tollgate/console-sdk' {",
    '  interface ConsoleLinks {',
    "    'billing.bill': { path: '/billing/:id' };",
    "    'user.teams': { path: '/team'; query: readonly ['name', 'page'] };",
    '  }',
    '',
    '  interface ConsoleEvents {',
    "    'user.paid/v1': Record<string, unknown>;",
    '  }',
    '',
    '  interface ExtensionPoints {',
    "    'user.drawer/v2': Record<string, unknown>;",
    '  }',
    '}',
    '',
  ]);
});

test('a console without anything new leaves the types of the SDK alone', () => {
  expect(renderConsoleTypes({ id: 'billing' }, [{ ...nothing, id: 'user' }], known)).not.toContain(
    'declare module',
  );
});
