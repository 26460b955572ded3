import type { Meta, StoryObj } from '@storybook/react';
import { useState } from 'react';
import { Button, EmptyState, StatusTag, TagList, TimeAgo, useFormat } from '../core.ts';
import { type DataSource, DataTable, useListState } from '../data.ts';

interface Channel {
  id: number;
  name: string;
  on: boolean;
  models: string[];
  used: number;
  testedAt: number;
}

const now = Math.floor(Date.now() / 1000);
const channels: Channel[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: index === 3 ? `a-very-long-name-${'that-goes-on-'.repeat(14)}` : `eu-west-${index + 1}`,
  on: index % 4 !== 1,
  models: ['gpt-4o', 'gpt-4o-mini', 'o3', 'text-embedding-3-large'].slice(0, 1 + (index % 4)),
  used: index === 2 ? 617_283_945_000 : index * 61_000,
  testedAt: index === 5 ? 0 : now - index * index * 4000,
}));

interface Args {
  source: DataSource<Channel>;
  selectable?: boolean;
  compact?: boolean;
}

function Channels({ source, selectable, compact = false }: Args) {
  const list = useListState({ filters: { keyword: '' }, sort: '-used' });
  const [keys, setKeys] = useState<(string | number)[]>(selectable ? [1, 3] : []);
  const format = useFormat();
  return (
    <DataTable<Channel>
      label="Channels"
      source={source}
      compact={compact}
      storageKey="story-channels"
      list={list}
      rowKey={(channel) => channel.id}
      rowName={(channel) => channel.name}
      onOpen={() => undefined}
      expand={(channel) => <TagList items={channel.models} max={9} />}
      empty={<EmptyState title="No channel yet" action={<Button type="primary">Add channel</Button>} />}
      {...(selectable && {
        selection: { keys, onChange: setKeys, actions: <Button status="danger">Delete</Button> },
      })}
      columns={[
        { key: 'name', title: 'Name', sortable: true, mobile: 'title' },
        {
          key: 'status',
          title: 'Status',
          mobile: 'fact',
          render: ({ on }) =>
            on ? (
              <StatusTag tone="success">Enabled</StatusTag>
            ) : (
              <StatusTag tone="neutral">Disabled</StatusTag>
            ),
        },
        { key: 'models', title: 'Models', render: ({ models }) => <TagList items={models} max={2} /> },
        {
          key: 'testedAt',
          title: 'Tested',
          mobile: 'fact',
          render: ({ testedAt }) => <TimeAgo at={testedAt} />,
        },
        { key: 'id', title: 'Id', numeric: true, optional: true },
        {
          key: 'used',
          title: 'Used',
          numeric: true,
          sortable: true,
          mobile: 'fact',
          render: ({ used }) => format.quota(used),
        },
      ]}
      actions={() => [
        { key: 'edit', label: 'Edit', visible: true, onClick: () => undefined },
        { key: 'test', label: 'Test', onClick: () => undefined },
        {
          key: 'delete',
          label: 'Delete',
          danger: true,
          onClick: () => undefined,
          confirm: { title: 'Delete it?' },
        },
      ]}
    />
  );
}

const meta: Meta<typeof Channels> = {
  title: 'Data/DataTable',
  component: Channels,
  args: { source: { data: { items: channels, total: 1234 }, isLoading: false } },
};
export default meta;
type Story = StoryObj<typeof Channels>;

export const Filled: Story = { parameters: { url: '/channel?page=4' } };

export const Compact: Story = { args: { compact: true } };

export const Selected: Story = { args: { selectable: true } };

export const Loading: Story = { args: { source: { isLoading: true } } };

export const Refreshing: Story = {
  args: { source: { data: { items: channels, total: 12 }, isLoading: false, isValidating: true } },
};

export const Empty: Story = { args: { source: { data: { items: [], total: 0 }, isLoading: false } } };

export const NothingFound: Story = { ...Empty, parameters: { url: '/channel?keyword=zzz' } };

export const Failed: Story = {
  args: {
    source: {
      error: { code: 'network', requestId: '01JD4ZQ8M2K3' },
      isLoading: false,
      retry: () => undefined,
    },
  },
};

export const FailedAgain: Story = {
  args: {
    source: {
      data: { items: channels, total: 12 },
      error: { code: 'busy' },
      isLoading: false,
      retry: () => undefined,
    },
  },
};

export const Forbidden: Story = { args: { source: { error: { code: 'not_allowed' }, isLoading: false } } };

/** More columns than fit at 1280 pixels: name and actions stay visible, the chooser covers nothing. */
export const ManyColumns: StoryObj = { render: () => <Wide rows={12} columns={16} /> };

export const TenThousandRows: StoryObj = { render: () => <Wide rows={10_000} columns={5} /> };

function Wide({ rows, columns }: { rows: number; columns: number }) {
  const items = Array.from({ length: rows }, (_, index) => ({ id: index + 1 }));
  const [keys, setKeys] = useState<(string | number)[]>([]);
  return (
    <DataTable
      label="Channels"
      storageKey="story-wide"
      source={{ data: { items, total: rows }, isLoading: false }}
      rowKey={({ id }) => id}
      rowName={({ id }) => `channel-${id}`}
      selection={{ keys, onChange: setKeys, actions: <Button status="danger">Delete</Button> }}
      columns={[
        { key: 'name', title: 'Name', mobile: 'title', render: ({ id }) => `channel-${id}-in-a-far-region` },
        ...Array.from({ length: columns }, (_, column) => ({
          key: `c${column}`,
          title: `Measure ${column + 1}`,
          numeric: true,
          render: ({ id }: { id: number }) => (id * (column + 7) * 1301).toLocaleString('en-US'),
        })),
      ]}
      actions={() => [
        { key: 'edit', label: 'Edit', visible: true, onClick: () => undefined },
        { key: 'test', label: 'Test', onClick: () => undefined },
      ]}
    />
  );
}
