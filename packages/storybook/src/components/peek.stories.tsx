import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '@tollgate/ui/core';
import { Peek } from '@tollgate/ui/data';
import { useState } from 'react';
import { docsOf } from '../docs/component-docs.tsx';
import { Opened } from './opened.tsx';

const models = ['gpt-4o-mini', 'gpt-4o', 'claude-sonnet-4'];

const meta: Meta<typeof Peek> = {
  title: 'Components/Peek',
  component: Peek,
  args: { title: 'gpt-4o-mini', children: 'One record next to its list.' },
};
export default meta;

/** Starts with the first record and moves through all of them. */
function Records({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0);
  return (
    <Peek
      title={models[at] ?? ''}
      onClose={onClose}
      onPrevious={at > 0 ? () => setAt(at - 1) : undefined}
      onNext={at < models.length - 1 ? () => setAt(at + 1) : undefined}
    >
      Record {at + 1} of {models.length}.
    </Peek>
  );
}

export const Docs: StoryObj = docsOf({
  name: 'Peek',
  from: '@tollgate/ui/data',
  use: 'Reads one record after the other without leaving the list. Editing uses FormDrawer.',
  anatomy: [
    'Title: what identifies the record.',
    'Tools, such as a link to copy.',
    'Previous, next, close.',
    'The record, which scrolls. Views of it are Tabs.',
  ],
  dos: [
    'Put the open record into the address, so that it can be shared.',
    'Mark its row with `aria-current`.',
    'Keep the open tab while moving between records.',
  ],
  donts: ['Put a form into it.', 'Cover it with another peek.'],
  keys: [
    ['J, K', 'Next and previous record.'],
    ['Tab', 'Moves in the record and back to the list.'],
    ['Escape', 'Closes it; the focus returns to the row.'],
  ],
  states: [
    {
      name: 'One of three',
      children: <Opened text="Open a record">{(close) => <Records onClose={close} />}</Opened>,
    },
    {
      name: 'Alone, with a tool',
      children: (
        <Opened text="Open the only record">
          {(close) => (
            <Peek
              title="gpt-4o-mini"
              onClose={close}
              tools={
                <Button type="text" size="small">
                  Copy link
                </Button>
              }
            >
              The only record: both arrows are disabled.
            </Peek>
          )}
        </Opened>
      ),
    },
    {
      name: 'Very long title',
      children: (
        <Opened text="Open a long one">
          {(close) => (
            <Peek title={'model-'.padEnd(120, 'x')} onClose={close}>
              The title is cut at the buttons.
            </Peek>
          )}
        </Opened>
      ),
    },
  ],
  page: '/log',
});

export const Playground: StoryObj<typeof Peek> = {
  render: (args) => (
    <Opened isOpen text="Open">
      {(close) => <Peek {...args} onClose={close} />}
    </Opened>
  ),
};
