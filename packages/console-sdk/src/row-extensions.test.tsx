import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { DataTable } from '@tollgate/ui/data';
import { type ComponentType, use, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ExtensionProps } from './extensions.tsx';
import type { MockExtension, MockExtensionAt } from './mock-extensions.ts';
import type { MockHost } from './mock-host.ts';
import { useRowActions, useRowColumns } from './row-extensions.tsx';
import { renderArea } from './testing.tsx';

type Column = ExtensionProps<'user.user-column/v1'>;
type Action = ExtensionProps<'user.user-action/v1'>;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const users = [
  { id: 1, username: 'ada' },
  { id: 2, username: 'bob' },
];
const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };

function List() {
  const columns = useRowColumns('user.user-column/v1', users, ({ id, username }) => ({ id, username }));
  const { actionsOf, opened } = useRowActions('user.user-action/v1');
  return (
    <>
      <DataTable<(typeof users)[number]>
        label="Users"
        storageKey="users"
        source={{ data: { items: users, total: 2 }, isLoading: false }}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        columns={[{ key: 'username', title: 'Name' }, ...columns]}
        actions={actionsOf}
      />
      {opened}
    </>
  );
}

async function open(extensions: MockExtension[], role: 'user' | 'admin' = 'admin') {
  const hosts: MockHost[] = [];
  const onHost = (made: MockHost) => void hosts.push(made);
  const area = { texts };
  await renderArea({ id: 'user', area, path: '/', role, extensions, onHost, children: <List /> });
  await screen.findByText('ada');
  return { reports: () => hosts.flatMap((host) => host.reports) };
}

const column = (Cell: ComponentType<Column>, rest: Partial<MockExtensionAt<'user.user-column/v1'>> = {}) =>
  ({
    point: 'user.user-column/v1',
    id: 'spent',
    title: 'Spent',
    load: async () => Cell,
    ...rest,
  }) satisfies MockExtensionAt<'user.user-column/v1'>;
const action = (Chosen: ComponentType<Action>, rest: Partial<MockExtensionAt<'user.user-action/v1'>> = {}) =>
  ({
    point: 'user.user-action/v1',
    id: 'usage',
    title: 'Show usage',
    load: async () => Chosen,
    ...rest,
  }) satisfies MockExtensionAt<'user.user-action/v1'>;

/** Chooses the column: until then it is hidden and its code is not loaded. */
function chooseColumn() {
  localStorage.setItem('columns:users', JSON.stringify({ 'other.spent': true }));
}

async function choose(title: string) {
  fireEvent.click(within(screen.getByRole('row', { name: /bob/ })).getByRole('button'));
  fireEvent.click(await screen.findByRole('menuitem', { name: title }));
}

test('a column of another area is loaded once the user chose it, and each cell gets its row and all rows', async () => {
  const load = vi.fn(
    async () =>
      ({ row, rows }: Column) =>
        `${row.username} of ${rows.length}`,
  );
  await open([column(() => null, { load: load as never })]);
  expect(load).not.toHaveBeenCalled();
  expect(screen.queryByRole('columnheader', { name: 'Spent' })).toBeNull();
});

test('a chosen column shows a cell in every row', async () => {
  chooseColumn();
  await open([column(({ row, rows }) => `${row.username} of ${rows.length}`)]);
  expect(await screen.findByRole('columnheader', { name: 'Spent' })).toBeTruthy();
  expect(await screen.findByText('ada of 2')).toBeTruthy();
  expect(await screen.findByText('bob of 2')).toBeTruthy();
});

test('a cell that throws leaves a dash and the other cells, and is reported under its area', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  chooseColumn();
  const { reports } = await open([
    column(({ row }) => {
      if (row.id === 1) throw new Error('broken');
      return 'fine';
    }),
  ]);
  expect(await screen.findByText('fine')).toBeTruthy();
  expect(screen.getByTitle('Spent is temporarily unavailable.').textContent).toBe('–');
  expect(screen.getByText('ada')).toBeTruthy();
  expect(reports()).toEqual([expect.objectContaining({ area: 'other', kind: 'error' })]);
});

test('a cell that waits forever, and one whose code does not arrive, leave the list usable', async () => {
  chooseColumn();
  const never = new Promise<string>(() => {});
  const slow = column(() => use(never));
  const late = { ...column(() => null), id: 'late', title: 'Late', load: () => new Promise<never>(() => {}) };
  localStorage.setItem('columns:users', JSON.stringify({ 'other.spent': true, 'other.late': true }));
  await open([slow, late, action(({ row }) => <p>Usage of {row.username}</p>)]);
  await waitFor(() => expect(screen.getAllByText('…').length).toBeGreaterThanOrEqual(4));
  await choose('Show usage');
  expect(await screen.findByText('Usage of bob')).toBeTruthy();
});

test('an action is drawn for its row until it is done', async () => {
  await open([
    action(({ row, onClose }) => (
      <button type="button" onClick={onClose}>
        Done with {row.username}
      </button>
    )),
  ]);
  await choose('Show usage');
  fireEvent.click(await screen.findByRole('button', { name: 'Done with bob' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Done with bob' })).toBeNull());
});

test('an action that cannot be loaded says so and is over', async () => {
  await open([action(() => null, { load: () => Promise.reject(new Error('gone')) })]);
  await choose('Show usage');
  expect(await screen.findByText('Show usage is temporarily unavailable.')).toBeTruthy();
  expect(screen.getByText('ada')).toBeTruthy();
});

test('actions and columns for other roles, and actions of areas that are off, are not offered', async () => {
  chooseColumn();
  await open(
    [
      action(() => null, { access: 'admin' }),
      action(() => null, { id: 'off', title: 'Off', isOff: true }),
      action(() => null, { id: 'own', title: 'Own' }),
      column(() => 'secret', { access: 'admin' }),
    ],
    'user',
  );
  fireEvent.click(within(screen.getByRole('row', { name: /bob/ })).getByRole('button'));
  await screen.findByRole('menuitem', { name: 'Own' });
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  expect(screen.queryByRole('columnheader', { name: 'Spent' })).toBeNull();
});

const given: unknown[][] = [];

/** Renders again with each click. */
function Clicked() {
  const [clicks, setClicks] = useState(0);
  const columns = useRowColumns('user.user-column/v1', users, ({ id, username }) => ({ id, username }));
  const { actionsOf } = useRowActions('user.user-action/v1');
  given.push([columns, actionsOf]);
  return (
    <button type="button" onClick={() => setClicks(clicks + 1)}>
      clicked {clicks} times
    </button>
  );
}

test('columns and actions stay the same for the same rows, so that a table computes none of them again', async () => {
  const extensions = [column(() => null), action(() => null)];
  await renderArea({
    ...{ id: 'user', area: { texts }, path: '/', role: 'admin', extensions },
    children: <Clicked />,
  });
  const [columns, actionsOf] = given.at(-1) ?? [];
  fireEvent.click(await screen.findByRole('button', { name: 'clicked 0 times' }));
  expect(await screen.findByText('clicked 1 times')).toBeTruthy();
  expect(given.at(-1)?.[0]).toBe(columns);
  expect(given.at(-1)?.[1]).toBe(actionsOf);
});
