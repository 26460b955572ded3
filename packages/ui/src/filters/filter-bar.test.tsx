import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FilterBar, rangeFromText, rangeToText, useListState } from '../data.ts';
import { useLocation } from '../router.ts';
import { renderInConsole } from '../testing/render.tsx';

function Page() {
  const list = useListState({ filters: { keyword: '', status: '' } });
  return (
    <>
      <output>{useLocation().search}</output>
      <FilterBar
        list={list}
        search={{ name: 'keyword', placeholder: 'Name' }}
        fields={[
          {
            name: 'status',
            label: 'Status',
            options: [
              { value: '', label: 'All' },
              { value: '1', label: 'Enabled' },
            ],
          },
        ]}
      />
    </>
  );
}

const url = () => screen.getByRole('status').textContent;

test('a changed filter is written to the URL and returns to the first page', async () => {
  renderInConsole(<Page />, { url: '/?page=3' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Enabled');
  expect(url()).toBe('?status=1');
});

test('the search field shows the problem it is given', () => {
  const list = { filters: { keyword: '%' }, activeFilters: [], setFilters() {}, clearFilters() {} };
  renderInConsole(
    <FilterBar list={list} search={{ name: 'keyword', placeholder: 'Name', problem: 'Too many rows.' }} />,
  );
  const field = screen.getByRole('searchbox', { name: 'Name' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Too many rows.',
  );
});

test("the search text is limited to the server's maximum", async () => {
  renderInConsole(<Page />);
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.paste('x'.repeat(10_000));
  await userEvent.keyboard('{Enter}');
  expect(url()).toBe(`?keyword=${'x'.repeat(200)}`);
});

test('searching happens on Enter, not on every key', async () => {
  renderInConsole(<Page />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'eu');
  expect(url()).toBe('');
  await userEvent.keyboard('{Enter}');
  expect(url()).toBe('?keyword=eu');
});

test('the slash key focuses the search', async () => {
  renderInConsole(<Page />);
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Name' }));
});

test('the slash key does nothing for a person who switched off single keys', async () => {
  document.documentElement.dataset.singleKeys = 'off';
  renderInConsole(<Page />);
  await userEvent.keyboard('/');
  delete document.documentElement.dataset.singleKeys;
  expect(document.activeElement).toBe(document.body);
});

test('all filters can be cleared at once', async () => {
  renderInConsole(<Page />, { url: '/?keyword=eu&status=1&tab=2' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(url()).toBe('?tab=2');
});

test('a time range survives the URL', () => {
  expect(rangeFromText(rangeToText([1_700_000_000, 1_700_086_400]))).toEqual([1_700_000_000, 1_700_086_400]);
  expect(rangeFromText('yesterday')).toBeUndefined();
});
