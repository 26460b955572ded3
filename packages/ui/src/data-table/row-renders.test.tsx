import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DataTable, useRowSelection } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';

interface Item {
  id: number;
  name: string;
}

const drawn = vi.fn<(id: number) => void>();

function Name({ item }: { item: Item }) {
  drawn(item.id);
  return item.name;
}

/** Gives new columns, actions and handlers with each render, as pages do. */
function Page({ initial, filters = {} }: { initial: Item[]; filters?: Record<string, string> }) {
  const [keys, setKeys] = useState<(string | number)[]>([]);
  const [items, setItems] = useState(initial);
  const shown = items.filter(({ name }) => name.includes(filters.keyword ?? ''));
  const list = {
    page: 3,
    pageSize: 20,
    sort: '',
    isFiltered: false,
    filters,
    setPage: () => {},
    setPageSize: () => {},
    setSort: () => {},
    clearFilters: () => {},
  };
  return (
    <DataTable<Item>
      label="Items"
      source={{ data: { items: shown, total: 80 + shown.length }, isLoading: false }}
      list={list}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: 'Name',
          render: (item) => (
            <span>
              <Name item={item} />
            </span>
          ),
        },
      ]}
      actions={({ id }) => [
        {
          key: 'rename',
          label: 'Rename',
          visible: true,
          onClick: () => setItems(items.map((item) => (item.id === id ? { id, name: 'renamed' } : item))),
        },
        {
          key: 'delete',
          label: 'Delete',
          visible: true,
          onClick: () => setItems(items.filter((item) => item.id !== id)),
        },
      ]}
      expand={({ name }) => <p>Details of {name}</p>}
      selection={{ keys, onChange: setKeys, actions: null }}
    />
  );
}

const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, name: `item ${index + 1}` }));

test('ticking or unfolding a row draws no cell of any row again', async () => {
  renderInConsole(<Page initial={items} />);
  drawn.mockClear();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select item 7' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select item 7' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Show details: item 9' }));
  expect(screen.getByText('Details of item 9')).toBeTruthy();
  expect(drawn).not.toHaveBeenCalled();
});

const pageRenders = vi.fn();
const cellsOf = vi.fn<(id: number) => void>();
const actionsOf = vi.fn<(id: number) => void>();

function StoredPage() {
  pageRenders();
  const selected = useRowSelection(items);
  return (
    <DataTable<Item>
      label="Items"
      source={{ data: { items, total: items.length }, isLoading: false }}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: 'Name',
          render: ({ id, name }) => {
            cellsOf(id);
            return name;
          },
        },
      ]}
      actions={({ id }) => {
        actionsOf(id);
        return [];
      }}
      selection={{
        rows: selected,
        actions: (rows) => (
          <button type="button" onClick={selected.clear}>
            Forget {rows.map(({ name }) => name).join(', ')}
          </button>
        ),
      }}
    />
  );
}

test('a tick renders neither the page nor any row but its own', async () => {
  renderInConsole(<StoredPage />);
  for (const spy of [pageRenders, cellsOf, actionsOf]) spy.mockClear();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select item 7' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select item 9' }));
  expect(pageRenders).not.toHaveBeenCalled();
  expect(new Set([...cellsOf.mock.calls, ...actionsOf.mock.calls].flat())).toEqual(new Set());
  await userEvent.click(screen.getByRole('button', { name: 'Forget item 7, item 9' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select item 7' }).checked).toBe(false);
});

test('a page that joins the same columns with each render computes no row again', async () => {
  const name = { key: 'name', title: 'Name', render: ({ id }: Item) => void cellsOf(id) };
  const of = (item: Item) => {
    actionsOf(item.id);
    return [];
  };
  const table = (open: number) => (
    <DataTable<Item>
      label="Items"
      source={{ data: { items, total: items.length }, isLoading: false }}
      rowKey={({ id }) => id}
      columns={[...[name]]}
      actions={of}
      openKey={open}
    />
  );
  const { rerender } = renderInConsole(table(1));
  for (const spy of [cellsOf, actionsOf]) spy.mockClear();
  rerender(table(2));
  expect(screen.getAllByRole('row')[2]?.getAttribute('aria-current')).toBe('true');
  expect([...cellsOf.mock.calls, ...actionsOf.mock.calls]).toEqual([]);
});

const other = vi.fn();

function Other() {
  other();
  return null;
}

test('only the cells of a row that look different are drawn again', async () => {
  const table = (onOpen: () => void) => (
    <DataTable<Item>
      label="Items"
      source={{ data: { items, total: items.length }, isLoading: false }}
      rowKey={({ id }) => id}
      columns={[
        { key: 'other', title: 'Other', render: () => <Other /> },
        {
          key: 'name',
          title: 'Name',
          render: (item) => (
            <button type="button" onClick={onOpen}>
              <Name item={item} />
            </button>
          ),
        },
      ]}
    />
  );
  const { rerender } = renderInConsole(table(() => {}));
  other.mockClear();
  drawn.mockClear();
  rerender(table(() => {}));
  expect(drawn).toHaveBeenCalledTimes(items.length);
  expect(other).not.toHaveBeenCalled();
});

test('only the changed row is drawn again, by the newest action', async () => {
  renderInConsole(<Page initial={items} />);
  drawn.mockClear();
  const act = (row: number, name: string) => userEvent.click(screen.getAllByRole('button', { name })[row]!);
  await act(4, 'Rename');
  await act(5, 'Rename');
  expect(drawn.mock.calls.map(([id]) => id)).toEqual([5, 6]);
  expect(screen.getAllByText('renamed')).toHaveLength(2);
});

test('a deleted row leaves the selection', async () => {
  renderInConsole(<Page initial={items} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select item 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select item 2' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Delete' })[0]!);
  expect(await screen.findByRole('region', { name: '1 selected' })).toBeTruthy();
});

test('selected rows that a filter hides are named, five of them', async () => {
  const { rerender } = renderInConsole(<Page initial={items} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  rerender(<Page initial={items} filters={{ keyword: 'item 1' }} />);
  expect((await screen.findByRole('region', { name: '20 selected' })).textContent).toContain(
    'Not shown: item 2, item 3, item 4, item 5, item 6, +4',
  );
});

test('rows and their details have their index in the whole list', async () => {
  renderInConsole(<Page initial={items.slice(0, 2)} />);
  const table = screen.getByRole('table');
  expect(table.getAttribute('aria-rowcount')).toBe('83');
  await userEvent.click(within(table).getByRole('button', { name: 'Show details: item 1' }));
  const indices = [...table.querySelectorAll('tbody tr')].map((row) => row.getAttribute('aria-rowindex'));
  expect(indices).toEqual(['42', '42', '43']);
});

test('Tab reaches the first row that opens, and arrow keys go on from there', async () => {
  renderInConsole(<Page initial={items.slice(0, 3)} />);
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  rows()[0]!.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  expect(document.activeElement).toBe(rows()[1]);
  expect(screen.getByText('Details of item 2')).toBeTruthy();
});
