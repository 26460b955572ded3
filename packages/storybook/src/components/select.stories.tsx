import type { Meta, StoryObj } from '@storybook/react';
import { Select } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const groups = ['default', 'vip'];

const meta: Meta<typeof Select> = {
  title: 'Components/Select',
  component: Select,
  args: { 'aria-label': 'Group', options: ['default', 'vip'], disabled: false, loading: false, error: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Select',
  from: '@tollgate/ui/form',
  use: 'One of several known values, or several of many, with a search.',
  anatomy: [
    'Label above it.',
    'The choice, or the choices as tags.',
    'The list, with a search from about ten values.',
  ],
  dos: ['Put the usual value first.', 'Use plain words for values.'],
  donts: ['Use it for two values: use a Switch or Radio.'],
  keys: [
    ['Enter, arrow down', 'Opens the list.'],
    ['Arrow keys', 'Move in the list.'],
    ['Enter', 'Chooses.'],
    ['Escape', 'Closes the list.'],
  ],
  states: [
    { name: 'Empty', children: <Select aria-label="Group" placeholder="Choose a group" options={groups} /> },
    { name: 'Filled', children: <Select aria-label="Group" defaultValue="vip" options={groups} /> },
    {
      name: 'Several',
      children: <Select aria-label="Group" mode="multiple" defaultValue={groups} options={groups} />,
    },
    {
      name: 'Hover',
      look: 'hover',
      children: <Select aria-label="Group" defaultValue="vip" options={groups} />,
    },
    {
      name: 'Focus',
      look: 'focus',
      children: (
        <Select aria-label="Group" defaultValue="vip" options={groups} className="arco-select-focused" />
      ),
    },
    {
      name: 'Disabled',
      children: <Select aria-label="Group" defaultValue="vip" options={groups} disabled />,
    },
    { name: 'Loading', children: <Select aria-label="Group" loading options={groups} /> },
    { name: 'Error', children: <Select aria-label="Group" error options={groups} /> },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof Select> = {};
