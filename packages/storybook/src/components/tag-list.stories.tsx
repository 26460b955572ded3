import type { Meta, StoryObj } from '@storybook/react';
import { TagList } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof TagList> = {
  title: 'Components/TagList',
  component: TagList,
  args: { items: ['gpt-4o', 'gpt-4o-mini', 'o3', 'o4-mini'], max: 3 },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'TagList',
  from: '@tollgate/ui/core',
  use: 'Names of one kind: models, groups, keys. The rest folds into “+3”.',
  anatomy: ['Up to three names.', 'A button with the number of the others, which opens all of them.'],
  dos: ['Order names by use.'],
  donts: ['Use it for states.'],
  keys: [
    ['Enter', 'Shows all names.'],
    ['Escape', 'Closes them.'],
  ],
  states: [
    { name: 'Some', children: <TagList items={['gpt-4o', 'gpt-4o-mini']} /> },
    { name: 'Many', children: <TagList items={['gpt-4o', 'gpt-4o-mini', 'o3', 'o4-mini', 'o1']} /> },
    { name: 'None', children: <TagList items={[]} /> },
    { name: 'Very long', children: <TagList items={['model-'.padEnd(120, 'x')]} /> },
  ],
  page: '/personal',
});

export const Playground: StoryObj<typeof TagList> = {};
