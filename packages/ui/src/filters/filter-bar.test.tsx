import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FilterBar, useListState } from '../data.ts';
import { useLocation, useNavigate } from '../router.ts';
import { renderInConsole } from '../testing/render.tsx';

function Page() {
  const navigate = useNavigate();
  const list = useListState({ filters: { keyword: '', status: '' } });
  return (
    <>
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
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

test('searching happens after a pause in typing, not on every key, and Enter does not wait', async () => {
  renderInConsole(<Page />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'eu');
  expect(url()).toBe('');
  await waitFor(() => expect(url()).toBe('?keyword=eu'));
  await userEvent.keyboard('-1{Enter}');
  expect(url()).toBe('?keyword=eu-1');
});

test('going back undoes what was typed, not each pause in it', async () => {
  renderInConsole(<Page />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'eu{Enter}-1{Enter}');
  expect(url()).toBe('?keyword=eu-1');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(url()).toBe('');
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' }).value).toBe('');
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

test.each([
  [5, 'in their row'],
  [6, 'in a sheet'],
])('a tablet has %s filters %s', (count, place) => {
  const filters: Record<string, string> = {};
  const list = { filters, activeFilters: [], setFilters() {}, clearFilters() {} };
  const options = [{ value: '', label: 'All' }];
  const fields = Array.from({ length: count }, (_, index) => ({
    name: `f${index}`,
    label: `Filter ${index}`,
    options,
  }));
  const page = (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM;
  const before = window.innerWidth;
  page.setViewport({ width: 768 });
  try {
    renderInConsole(<FilterBar list={list} fields={fields} />);
    const isSheet = place === 'in a sheet';
    expect(screen.queryAllByRole('combobox').length).toBe(isSheet ? 0 : count);
    expect(screen.queryAllByRole('button', { name: 'Filters' }).length).toBe(isSheet ? 1 : 0);
  } finally {
    page.setViewport({ width: before });
  }
});
