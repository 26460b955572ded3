import type { Meta, StoryObj } from '@storybook/react';
import { CopyText } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof CopyText> = {
  title: 'Components/CopyText',
  component: CopyText,
  args: { text: 'sk-tollgate-4f1c8b2e7d9a0c3e5f6b8a1d', what: 'token' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'CopyText',
  from: '@tollgate/ui/core',
  use: 'Identifiers, keys and addresses that people paste elsewhere.',
  anatomy: ['The text in mono, cut in the middle where it is long.', 'A button that copies all of it.'],
  dos: ['Say what is copied with `what`.'],
  donts: ['Use it for prose.'],
  keys: [['Enter', 'Copies it.']],
  states: [
    { name: 'Resting', children: <CopyText text="sk-tollgate-4f1c8b2e7d9a0c3e" what="token" /> },
    { name: 'Hover', look: 'hover', children: <CopyText text="sk-tollgate-4f1c8b2e7d9a0c3e" what="token" /> },
    { name: 'Focus', look: 'focus', children: <CopyText text="sk-tollgate-4f1c8b2e7d9a0c3e" what="token" /> },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof CopyText> = {};
