import type { Meta, StoryObj } from '@storybook/react';
import { Fold, type FoldProps } from '@tollgate/ui/data';
import { Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { docsOf } from '../docs/component-docs.tsx';

function Held({ isOpen: isFirstOpen = false, ...rest }: Partial<FoldProps>) {
  const [isOpen, setOpen] = useState(isFirstOpen);
  return (
    <Fold header="Advanced" {...rest} isOpen={isOpen} onToggle={setOpen}>
      {rest.children ?? <Input aria-label="Proxy" placeholder="socks5://127.0.0.1:1080" />}
    </Fold>
  );
}

const meta: Meta<typeof Fold> = {
  title: 'Components/Fold',
  component: Fold,
  args: { header: 'Advanced', isOpen: true, children: 'What few need.' },
  render: ({ isOpen, ...args }) => <Held key={String(isOpen)} {...args} isOpen={isOpen} />,
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Fold',
  from: '@tollgate/ui/data',
  use: 'The part of a form that few need. Its fields stay mounted, so that their values are sent when it is closed.',
  anatomy: ['Arrow, and the name of the part.', 'Its fields, under the name.'],
  dos: ['Open it when a field in it has a value or an error.', 'Name what is inside.'],
  donts: ['Hide a required field.', 'Put a fold into a fold.'],
  keys: [
    ['Tab', 'Focuses the name; the fields follow when it is open.'],
    ['Enter', 'Opens or closes it.'],
  ],
  states: [
    { name: 'Closed', children: <Held /> },
    { name: 'Open', children: <Held isOpen /> },
    { name: 'Hover', look: 'hover', children: <Held /> },
    { name: 'Focus', look: 'focus', children: <Held /> },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof Fold> = {};
