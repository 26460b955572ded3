import type { Meta, StoryObj } from '@storybook/react';
import { SecretField } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof SecretField> = {
  title: 'Components/SecretField',
  component: SecretField,
  args: { 'aria-label': 'Key', stored: false, disabled: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'SecretField',
  from: '@tollgate/ui/form',
  use: 'A key or password. A stored one is never shown, and stays when the field is left blank.',
  anatomy: ['Label above it.', 'What is typed, hidden.', 'A button that shows it.'],
  dos: ['Say where the key comes from in the hint.'],
  donts: ['Show a stored key.', 'Use it for names of keys.'],
  keys: [['Tab', 'Moves to the field, then to the button that shows it.']],
  states: [
    { name: 'Empty', children: <SecretField aria-label="Key" /> },
    { name: 'Stored', children: <SecretField aria-label="Key" stored /> },
    { name: 'Hover', look: 'hover', children: <SecretField aria-label="Key" /> },
    { name: 'Disabled', children: <SecretField aria-label="Key" disabled /> },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof SecretField> = {};
