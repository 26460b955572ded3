import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataTable, useListState } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';

afterEach(() => vi.useRealTimers());

const all = ['gpt-4o', 'gpt-4o-mini', 'o3'].map((name) => ({ name }));

function Page() {
  const list = useListState({ filters: { keyword: '' } });
  const [refreshes, setRefreshes] = useState(0);
  const items = all.filter(({ name }) => name.includes(list.filters.keyword));
  return (
    <>
      <input
        aria-label="Keyword"
        value={list.filters.keyword}
        onChange={({ target }) => list.setFilters({ keyword: target.value })}
      />
      <button type="button" onClick={() => setRefreshes(refreshes + 1)}>
        Refresh
      </button>
      <DataTable
        source={{ data: { items, total: items.length }, isLoading: false, isValidating: refreshes % 2 === 1 }}
        columns={[{ key: 'name', title: 'Name' }]}
        rowKey={({ name }) => name}
        label="Models"
        list={list}
      />
    </>
  );
}

test('the number of results is announced once after the filter has changed, and not after a refresh', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { container } = renderInConsole(<Page />);
  const status = container.querySelector('.tg-data-table > [aria-live]')!;
  const announced: string[] = [];
  new MutationObserver(() => status.textContent && announced.push(status.textContent)).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await user.type(screen.getByLabelText('Keyword'), '4o');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(announced).toEqual(['2 records']);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(announced).toEqual(['2 records']);
  await user.type(screen.getByLabelText('Keyword'), 'x');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(announced).toEqual(['2 records', 'No results for these filters']);
});
