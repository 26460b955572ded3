import type { Meta, StoryObj } from '@storybook/react';
import { Tabs } from '@tollgate/ui/data';
import { useState } from 'react';
import { docsOf } from '../docs/component-docs.tsx';

interface ViewsProps {
  label?: string;
  names?: readonly string[];
  first?: string;
}

function Views({ label = 'Views of a request', names = usual, first = names[0] ?? '' }: ViewsProps) {
  const [open, setOpen] = useState(first);
  return (
    <Tabs label={label} tabs={names.map((id) => ({ id, label: id }))} open={open} onOpen={setOpen}>
      What “{open}” shows.
    </Tabs>
  );
}

const usual = ['Receipt', 'Timeline', 'Raw'];

const meta: Meta<typeof Views> = {
  title: 'Components/Tabs',
  component: Views,
  args: { label: 'Views of a request', names: usual },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Tabs',
  from: '@tollgate/ui/data',
  use: 'Two to nine views of one thing, of which one is enough at a time. Parts of a page with an address of their own use TabLinks.',
  anatomy: ['Names of the views, with a line under the open one.', 'The open view.'],
  dos: ['Order them by use; open the first.', 'Use nouns of one or two words.'],
  donts: ['Hide fields of one form in several tabs.', 'Use them for steps: the order is free.'],
  keys: [
    ['Tab', 'Focuses the open tab, then its view.'],
    ['Arrow left, right', 'Opens the neighbor, from the last on to the first.'],
    ['Home, End', 'Opens the first or the last.'],
  ],
  states: [
    { name: 'First open', children: <Views /> },
    { name: 'Second open', children: <Views first="Timeline" /> },
    { name: 'Hover', look: 'hover', children: <Views first="Raw" /> },
    { name: 'Focus', look: 'focus', children: <Views /> },
    {
      name: 'Many: they scroll',
      children: <Views label="Clients" names={['curl', 'Python', 'Node', 'Go', 'LangChain', 'Open WebUI']} />,
    },
  ],
  page: '/log',
});

export const Playground: StoryObj<typeof Views> = {};
