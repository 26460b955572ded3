import type { Meta, StoryObj } from '@storybook/react';
import { Button, PageHeader } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof PageHeader> = {
  title: 'Components/PageHeader',
  component: PageHeader,
  args: { title: 'Channels', description: 'Provider accounts, routed by priority, then weight.' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'PageHeader',
  from: '@tollgate/ui/core',
  use: 'The title of a page, one line on what it is for, and its actions with the primary one last.',
  anatomy: ['Title.', 'One line.', 'Actions at the right; below the title on a phone.'],
  dos: ['Name the page as its entry in the sidebar.', 'Put export and refresh before the primary action.'],
  donts: ['Use it for sections within a page.', 'Write more than one line.'],
  keys: [['Tab', 'Goes through the actions.']],
  states: [
    {
      name: 'With actions',
      children: (
        <PageHeader
          title="Channels"
          description="Provider accounts, routed by priority."
          actions={<Button type="primary">Add channel</Button>}
        />
      ),
    },
    { name: 'Title alone', children: <PageHeader title="Channels" /> },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof PageHeader> = {};
