import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type DataSource, DataTable, type DataTableProps, useListState } from '../data.ts';
import { useLocation } from '../router.ts';
import { renderInConsole } from '../testing/render.tsx';

interface Channel {
  id: number;
  name: string;
  used: number;
}

const channels: Channel[] = [
  { id: 1, name: 'eu-west', used: 12 },
  { id: 2, name: 'us-east', used: 7 },
];
const filled: DataSource<Channel> = { data: { items: channels, total: 45 }, isLoading: false };

function Page({ source = filled, ...rest }: Partial<DataTableProps<Channel>>) {
  const list = useListState({ filters: { keyword: '' }, sort: '-id' });
  const { search } = useLocation();
  return (
    <>
      <output>{search}</output>
      <DataTable<Channel>
        label="Channels"
        source={source}
        rowKey={(channel) => channel.id}
        rowName={(channel) => channel.name}
        list={list}
        columns={[
          { key: 'name', title: 'Name', sortable: true },
          { key: 'used', title: 'Used', numeric: true },
        ]}
        {...rest}
      />
    </>
  );
}

const url = () => screen.getByRole('status').textContent;

test('rows are shown with a count of all records', () => {
  renderInConsole(<Page />);
  expect(screen.getByText('eu-west')).toBeTruthy();
  expect(screen.getByText('45 records')).toBeTruthy();
});

test('page, page size and sort live in the address, defaults do not', async () => {
  renderInConsole(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(url()).toBe('?page=2');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(url()).toBe('?sort=name');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
  expect(url()).toBe('?sort=name&page_size=50');
});

// @spec J090 J091
test('a list shows 20 rows a page until the user chooses 10, 50 or 100', async () => {
  renderInConsole(<Page />);
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
  expect(choice.value).toBe('20');
  expect([...choice.options].map(({ value }) => value)).toEqual(['10', '20', '50', '100']);
});

test.each(['100000', '0', '-1', '2.5', 'abc', '9'.repeat(20)])(
  'an invalid page size of %s in the address or in storage is ignored',
  (size) => {
    localStorage.setItem('page-size', size);
    renderInConsole(<Page />, { url: `/?page_size=${size}&page=${'9'.repeat(20)}` });
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
    expect(choice.value).toBe('20');
    expect(screen.getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBeTruthy();
  },
);

// @spec D277 J092
test('the page size is remembered for the next list', async () => {
  localStorage.setItem('page-size', '50');
  renderInConsole(<Page />);
  expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveProperty('value', '50');
});

test('a failed list shows the reason, the request id and a retry button', async () => {
  const retry = vi.fn();
  const error = { code: 'network', requestId: 'req-7' };
  renderInConsole(<Page source={{ error, isLoading: false, retry }} />);
  expect(screen.getByRole('alert').textContent).toContain("Couldn't reach the server");
  expect(screen.getByText('req-7')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

// @spec I020
test('rows stay when refreshing them fails, and the page reports the failed refresh', () => {
  renderInConsole(<Page source={{ ...filled, error: { code: 'busy' } }} />);
  expect(screen.getByText('eu-west')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/^Couldn't refresh.*The server is busy/);
});

test('a forbidden list shows a notice instead of a retry button', () => {
  renderInConsole(<Page source={{ error: { code: 'not_allowed' }, isLoading: false, retry: vi.fn() }} />);
  expect(screen.getByText("You don't have access to this page")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('filters without matches can be cleared in the empty table', async () => {
  const none = { data: { items: [], total: 0 }, isLoading: false };
  renderInConsole(<Page source={none} />, { url: '/?keyword=zzz' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(url()).toBe('');
  expect(screen.getByText('Nothing here yet')).toBeTruthy();
});

test.each([
  ['fails', { error: { code: 'busy' }, isLoading: false }],
  ['is under way', { isLoading: true }],
])('an empty earlier result is not shown while the next search %s', (_, state) => {
  const none = { data: { items: [], total: 0 }, ...state };
  renderInConsole(<Page source={none} />, { url: '/?keyword=zzz' });
  expect(screen.queryByText('No results for these filters')).toBeNull();
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
    'error' in state ? [expect.stringContaining('The server is busy')] : [],
  );
});

test('j and k move through the rows and Enter opens one', async () => {
  const onOpen = vi.fn();
  renderInConsole(<Page onOpen={onOpen} />);
  await userEvent.keyboard('jj{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(channels[1]);
  await userEvent.keyboard('k{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(channels[0]);
});

test('selecting the page selects its rows and keeps the selection of other pages', async () => {
  const onChange = vi.fn();
  renderInConsole(<Page selection={{ keys: [9], onChange, actions: null }} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(onChange).toHaveBeenCalledWith([9, 1, 2]);
});

test('an action with confirmation runs only after the user confirms', async () => {
  const remove = vi.fn();
  const actions = () => [
    {
      key: 'delete',
      label: 'Delete',
      visible: true,
      danger: true,
      onClick: remove,
      confirm: { title: 'Delete it?', okText: 'Delete channel' },
    },
  ];
  renderInConsole(<Page actions={actions} />);
  await userEvent.click(within(screen.getByRole('table')).getAllByRole('button', { name: 'Delete' })[0]!);
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete channel' }));
  await waitFor(() => expect(remove).toHaveBeenCalledOnce());
});

test('a hidden column stays hidden', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 }); // the popover is still fading in
  localStorage.setItem('columns:channels', '{"used":false}');
  renderInConsole(<Page storageKey="channels" />);
  expect(screen.queryByRole('columnheader', { name: 'Used' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Used' }));
  expect(screen.getByRole('columnheader', { name: 'Used' })).toBeTruthy();
});

test('the menu of a row works by keyboard', async () => {
  const onTest = vi.fn();
  const actions = () => [
    { key: 'edit', label: 'Edit', onClick: vi.fn() },
    { key: 'test', label: 'Test', onClick: onTest },
  ];
  renderInConsole(<Page actions={actions} />);
  const opener = screen.getByRole('button', { name: 'Actions for eu-west' });
  opener.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit'));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Test');
});
