import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '@tollgate/ui/core';
import { FilterBar, type FilterField } from '@tollgate/ui/data';
import { useState } from 'react';
import { docsOf } from '../docs/component-docs.tsx';

type Shown = { keyword: string; status: string };

const none: Shown = { keyword: '', status: '' };
const statuses: FilterField<Shown>[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'All' },
      { value: '1', label: 'Enabled' },
      { value: '2', label: 'Disabled' },
    ],
  },
];

interface BarProps {
  initial?: Shown;
  placeholder?: string;
  problem?: string;
  hasFields?: boolean;
  hasActions?: boolean;
}

/** In a page, `useListState` keeps the filters in the address. */
function Bar({ initial = none, placeholder = 'Name, id or key', ...shows }: BarProps) {
  const { problem, hasFields = true, hasActions = false } = shows;
  const [filters, setFilters] = useState(initial);
  return (
    <FilterBar<Shown>
      list={{
        filters,
        activeFilters: (['keyword', 'status'] as const).filter((name) => filters[name] !== ''),
        setFilters: (part) => setFilters({ ...filters, ...part }),
        clearFilters: () => setFilters(none),
      }}
      search={{ name: 'keyword', placeholder, problem }}
      fields={hasFields ? statuses : []}
      actions={hasActions && <Button>Export</Button>}
    />
  );
}

const meta: Meta<typeof Bar> = {
  title: 'Components/FilterBar',
  component: Bar,
  args: { placeholder: 'Name, id or key', problem: '', hasFields: true, hasActions: true },
  argTypes: { initial: { control: false } },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'FilterBar',
  from: '@tollgate/ui/data',
  use: 'What narrows a list, in one row above it. Filters apply at once and stay in the address.',
  anatomy: [
    'Search: the text most people look for.',
    'Choices and times, the most used first.',
    '“Clear filters”, while one is set.',
    'Actions on the list at the end.',
    'On a phone: the search, and a button with a dot that opens the rest.',
  ],
  dos: ['Say in the placeholder what is searched.', 'Begin each choice with “All”.'],
  donts: ['Add a Search button.', 'Offer more than five filters: the search finds the rest.'],
  keys: [
    ['/', 'Focuses the search.'],
    ['Enter', 'Searches without a delay.'],
    ['Escape', 'Leaves the search as it was; closes an open choice or the sheet.'],
  ],
  states: [
    { name: 'Untouched', children: <Bar /> },
    { name: 'Active', children: <Bar initial={{ keyword: 'eu', status: '1' }} /> },
    { name: 'Hover', look: 'hover', children: <Bar hasFields={false} /> },
    { name: 'Focus', look: 'focus', children: <Bar hasFields={false} /> },
    {
      name: 'Error',
      children: (
        <Bar
          hasFields={false}
          initial={{ keyword: '10.0.0', status: '' }}
          problem="Enter a whole address: 10.0.0.1"
        />
      ),
    },
    { name: 'With an action', children: <Bar hasFields={false} hasActions /> },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof Bar> = {};
