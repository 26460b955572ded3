import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataTable } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';

function Rows({ count }: { count: number }) {
  const items = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `row ${index + 1}` }));
  return (
    <DataTable
      label="Rows"
      source={{ data: { items, total: count }, isLoading: false }}
      rowKey={({ id }) => id}
      columns={[{ key: 'name', title: 'Name' }]}
    />
  );
}

test('up to two hundred rows are all rendered', () => {
  renderInConsole(<Rows count={200} />);
  expect(screen.getByText('row 200')).toBeTruthy();
});

test('only rows near the window are rendered from ten thousand, and scrolling reaches the end', () => {
  renderInConsole(<Rows count={10_000} />);
  const region = screen.getByRole('region', { name: 'Rows' });
  expect(screen.getByText('row 1')).toBeTruthy();
  expect(screen.queryByText('row 9999')).toBeNull();
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(200);

  act(() => {
    region.scrollTop = 9_990 * 44;
    region.dispatchEvent(new Event('scroll'));
  });
  expect(screen.getByText('row 10000')).toBeTruthy();
  expect(screen.queryByText('row 1')).toBeNull();
  const last = screen.getByText('row 10000').closest('tr');
  expect(last?.getAttribute('aria-rowindex')).toBe('10001');
});
