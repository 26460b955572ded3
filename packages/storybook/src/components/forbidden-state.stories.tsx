import type { Meta, StoryObj } from '@storybook/react';
import { ForbiddenState } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof ForbiddenState> = {
  title: 'Components/ForbiddenState',
  component: ForbiddenState,
  args: {},
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'ForbiddenState',
  from: '@tollgate/ui/core',
  use: 'A page for which the rights are missing: why, and where to go.',
  anatomy: ['Icon.', 'Why.', 'Who can help.'],
  dos: ['Hide entries that no user of that role can open.'],
  donts: ['Use it for things that are not there.'],
  keys: [['Tab', 'Reaches its link.']],
  states: [{ name: 'Shown', children: <ForbiddenState /> }],
  page: '/forbidden',
});

export const Playground: StoryObj<typeof ForbiddenState> = {};
