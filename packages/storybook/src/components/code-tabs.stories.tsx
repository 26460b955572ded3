import type { Meta, StoryObj } from '@storybook/react';
import { CodeTabs } from '@tollgate/ui/snippets';
import { docsOf } from '../docs/component-docs.tsx';

const call = { address: 'https://gate.example', key: 'sk-Qv3m••••9fKe', model: 'gpt-4o-mini' };

const meta: Meta<typeof CodeTabs> = {
  title: 'Components/CodeTabs',
  component: CodeTabs,
  args: { call, languages: ['curl', 'python', 'node', 'go'] },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'CodeTabs',
  from: '@tollgate/ui/snippets',
  use: 'A call that works as it is copied: in programs and in clients. A single text uses CodeSample.',
  anatomy: ['Languages, then clients.', 'The whole program, or the settings of the client.', 'Copy.'],
  dos: [
    'Fill in the real address and a model that answers.',
    'Show a masked key; pass the real one as `secret` for the copied text.',
  ],
  donts: ['Leave “YOUR_API_KEY” in it where the key is known.', 'Shorten the program with dots.'],
  keys: [
    ['Arrow left, right', 'Opens the next language.'],
    ['Tab', 'Moves to the copy button.'],
    ['Enter', 'Copies.'],
  ],
  states: [
    { name: 'Every client', children: <CodeTabs call={call} /> },
    { name: 'Some languages', children: <CodeTabs call={call} languages={['curl', 'python']} /> },
    { name: 'A client', children: <CodeTabs call={call} languages={['cursor', 'webui']} /> },
    { name: 'Hover', look: 'hover', children: <CodeTabs call={call} languages={['node', 'go']} /> },
    { name: 'Focus', look: 'focus', children: <CodeTabs call={call} languages={['go', 'node']} /> },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof CodeTabs> = {};
