import type { Meta, StoryObj } from '@storybook/react';
import { EmptyState } from '@tollgate/ui/core';
import { type DataColumn, DataTable } from '@tollgate/ui/data';
import { docsOf } from '../docs/component-docs.tsx';

interface Row {
  name: string;
  calls: string;
}
const rows: Row[] = [
  { name: 'eu-west', calls: '1,204' },
  { name: 'us-east', calls: '87' },
];
const keyOf = ({ name }: Row) => name;
const columns: DataColumn<Row>[] = [
  { key: 'name', title: 'Name', mobile: 'title', render: ({ name }) => name },
  { key: 'calls', title: 'Requests', numeric: true, mobile: 'fact', render: ({ calls }) => calls },
];

const meta: Meta<typeof DataTable<Row>> = {
  title: 'Components/DataTable',
  component: DataTable<Row>,
  args: {
    label: 'Channels',
    source: { data: { items: rows, total: 2 }, isLoading: false },
    rowKey: keyOf,
    columns,
    compact: false,
  },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'DataTable',
  from: '@tollgate/ui/data',
  use: 'Records that are compared, searched and acted on. The first column identifies the row.',
  anatomy: [
    'Header with the column chooser.',
    'Rows; the whole row opens a record.',
    'Up to two actions, the rest in a menu.',
    'Pager with the number of rows.',
    'A bar for selected rows at the end.',
  ],
  dos: [
    'Align numbers to the right.',
    'Choose three facts for the phone.',
    'Keep the old rows while new ones load.',
  ],
  donts: [
    'Use it for two or three facts of one thing.',
    'Fix its height: the density is the choice of the user.',
  ],
  keys: [
    ['J, K', 'Move between rows.'],
    ['Enter', 'Opens the row.'],
    ['Space', 'Selects it.'],
  ],
  states: [
    {
      name: 'Filled',
      children: (
        <DataTable
          label="Channels"
          source={{ data: { items: rows, total: 2 }, isLoading: false }}
          rowKey={keyOf}
          columns={columns}
        />
      ),
    },
    {
      name: 'Loading',
      children: (
        <DataTable
          label="Loading channels"
          source={{ data: undefined, isLoading: true }}
          rowKey={keyOf}
          columns={columns}
        />
      ),
    },
    {
      name: 'Empty',
      children: (
        <DataTable
          label="No channels"
          source={{ data: { items: [], total: 0 }, isLoading: false }}
          rowKey={keyOf}
          columns={columns}
          empty={<EmptyState title="No channels yet" />}
        />
      ),
    },
    {
      name: 'Error',
      children: (
        <DataTable
          label="Failed channels"
          source={{ data: undefined, isLoading: false, error: { code: 'network' }, retry: () => undefined }}
          rowKey={keyOf}
          columns={columns}
        />
      ),
    },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof DataTable<Row>> = {};
