import type { Meta, StoryObj } from '@storybook/react';
import { Switch } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof Switch> = {
  title: 'Components/Switch',
  component: Switch,
  args: { 'aria-label': 'Enabled', defaultChecked: true, disabled: false, loading: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Switch',
  from: '@tollgate/ui/form',
  use: 'Turns something on or off. In settings it saves with the bar at the end.',
  anatomy: ['Label at its left.', 'The switch.'],
  dos: ['Name what is on: “Show quota as currency”.'],
  donts: ['Use it for an action: use a Button.', 'Name what is off.'],
  keys: [['Space', 'Turns it on or off.']],
  states: [
    { name: 'On', children: <Switch aria-label="Enabled" defaultChecked /> },
    { name: 'Off', children: <Switch aria-label="Enabled" /> },
    { name: 'Hover', look: 'hover', children: <Switch aria-label="Enabled" defaultChecked /> },
    { name: 'Focus', look: 'focus', children: <Switch aria-label="Enabled" defaultChecked /> },
    { name: 'Disabled', children: <Switch aria-label="Enabled" defaultChecked disabled /> },
    { name: 'Loading', children: <Switch aria-label="Enabled" defaultChecked loading /> },
  ],
  page: '/setting?tab=operation',
});

export const Playground: StoryObj<typeof Switch> = {};
