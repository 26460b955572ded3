import type { Meta, StoryObj } from '@storybook/react';
import { CodeSample } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof CodeSample> = {
  title: 'Components/CodeSample',
  component: CodeSample,
  args: { label: 'curl', text: 'curl https://gate.example.org/v1/models' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'CodeSample',
  from: '@tollgate/ui/core',
  use: 'Code to copy, as it is. Several languages are in CodeTabs.',
  anatomy: ['Label.', 'A button that copies.', 'The code, which scrolls sideways.'],
  dos: ['Write code that runs as it is.'],
  donts: ['Put a real key into it without saying so.'],
  keys: [
    ['Tab', 'Reaches the button, then the code.'],
    ['Arrow keys', 'Scroll the code.'],
  ],
  states: [
    {
      name: 'Filled',
      children: <CodeSample label="curl" text={'curl https://gate.example.org/v1/models'} />,
    },
    {
      name: 'Hover',
      look: 'hover',
      children: <CodeSample label="curl" text={'curl https://gate.example.org/v1/models'} />,
    },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof CodeSample> = {};
