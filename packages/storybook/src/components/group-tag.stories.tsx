import type { Meta, StoryObj } from '@storybook/react';
import { GroupTag } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof GroupTag> = {
  title: 'Components/GroupTag',
  component: GroupTag,
  args: { name: 'vip' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'GroupTag',
  from: '@tollgate/ui/core',
  use: 'The group of a user, token or channel. Each name has its own color.',
  anatomy: ['The name.'],
  dos: ['Use it wherever a group is named.'],
  donts: ['Use it for models or tags.'],
  keys: [],
  states: [
    { name: 'Default', children: <GroupTag name="default" /> },
    {
      name: 'Others',
      children: (
        <>
          <GroupTag name="vip" /> <GroupTag name="svip" />
        </>
      ),
    },
    { name: 'Very long', children: <GroupTag name="Donaudampfschifffahrtsgesellschaft" /> },
  ],
  page: '/user',
});

export const Playground: StoryObj<typeof GroupTag> = {};
