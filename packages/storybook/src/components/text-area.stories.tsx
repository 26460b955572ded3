import type { Meta, StoryObj } from '@storybook/react';
import { TextArea } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof TextArea> = {
  title: 'Components/TextArea',
  component: TextArea,
  args: { 'aria-label': 'Note', placeholder: 'One per line', rows: 3, disabled: false, error: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'TextArea',
  from: '@tollgate/ui/form',
  use: 'Several lines of text: notes, lists with one entry per line, prompts.',
  anatomy: [
    'Label above it.',
    'The text; it grows with its content up to its limit.',
    'Hint or error below it.',
  ],
  dos: ['Say how entries are separated: “One per line”.'],
  donts: ['Use it for JSON: use JsonEditor or MapInput.'],
  keys: [
    ['Enter', 'Begins a line.'],
    ['Tab', 'Moves on.'],
  ],
  states: [
    { name: 'Empty', children: <TextArea aria-label="Note" placeholder="One per line" /> },
    { name: 'Hover', look: 'hover', children: <TextArea aria-label="Note" defaultValue="First line" /> },
    { name: 'Focus', look: 'focus', children: <TextArea aria-label="Note" defaultValue="First line" /> },
    { name: 'Disabled', children: <TextArea aria-label="Note" defaultValue="First line" disabled /> },
    { name: 'Error', children: <TextArea aria-label="Note" defaultValue="Far too much" error /> },
  ],
  page: '/setting?tab=operation',
});

export const Playground: StoryObj<typeof TextArea> = {};
