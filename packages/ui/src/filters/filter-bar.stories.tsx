import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '../core.ts';
import { FilterBar, TimeFilter, useListState } from '../data.ts';

function Filters() {
  const list = useListState({ filters: { keyword: '', status: '', group: '', time: '' } });
  return (
    <FilterBar
      list={list}
      search={{ name: 'keyword', placeholder: 'Name, id or key' }}
      fields={[
        {
          name: 'status',
          label: 'Status',
          options: [
            { value: '', label: 'All' },
            { value: '1', label: 'Enabled' },
            { value: '2', label: 'Disabled' },
          ],
        },
        {
          name: 'group',
          label: 'Group',
          options: [
            { value: '', label: 'All' },
            { value: 'vip', label: 'vip' },
          ],
        },
        {
          name: 'time',
          label: 'Time',
          render: (value, onChange) => <TimeFilter label="Time" value={value} onChange={onChange} />,
        },
      ]}
      actions={<Button>Export</Button>}
    />
  );
}

const meta: Meta<typeof Filters> = { title: 'Data/FilterBar', component: Filters };
export default meta;
type Story = StoryObj<typeof Filters>;

export const Untouched: Story = {};

export const Active: Story = {
  parameters: { url: '/channel?keyword=eu&status=1&time=1767225600-1767312000' },
};

export const RollingRange: Story = { parameters: { url: '/channel?time=last-7-days' } };
