import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof Button> = {
  title: 'Components/Button',
  component: Button,
  args: { children: 'Create token', type: 'primary', disabled: false, loading: false },
  argTypes: {
    type: { control: 'select', options: ['primary', 'secondary', 'outline', 'text'] },
    status: { control: 'select', options: ['default', 'warning', 'danger', 'success'] },
    size: { control: 'select', options: ['mini', 'small', 'default', 'large'] },
  },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Button',
  from: '@tollgate/ui/core',
  use: 'Starts an action. A page or a form has one primary button, and it is the last one.',
  anatomy: ['Icon, where it helps to find the action.', 'A verb, and what it acts on.'],
  dos: [
    'Name the result: “Create token”.',
    'Use the danger status for what cannot be undone, and ask before.',
    'Show loading while the action runs, so that it is not pressed twice.',
  ],
  donts: [
    'Use a button to go to another page: use a link.',
    'Put two primary buttons next to each other.',
    'Disable it without saying why.',
  ],
  keys: [['Enter, Space', 'Presses it.']],
  states: [
    { name: 'Primary', children: <Button type="primary">Create token</Button> },
    { name: 'Secondary', children: <Button>Export</Button> },
    { name: 'Text', children: <Button type="text">Clear filters</Button> },
    { name: 'Hover', look: 'hover', children: <Button type="primary">Create token</Button> },
    { name: 'Focus', look: 'focus', children: <Button type="primary">Create token</Button> },
    {
      name: 'Disabled',
      children: (
        <Button type="primary" disabled>
          Create token
        </Button>
      ),
    },
    {
      name: 'Loading',
      children: (
        <Button type="primary" loading>
          Create token
        </Button>
      ),
    },
    {
      name: 'Danger',
      children: (
        <Button type="primary" status="danger">
          Delete token
        </Button>
      ),
    },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof Button> = {};
