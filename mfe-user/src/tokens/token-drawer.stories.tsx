import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { createToken, getToken, listOwnGroups, listOwnLimits, listOwnModels } from '@tollgate/contract';
import { area } from '../area.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import { extreme, groups, limited, models, production, tokenLimits } from './tokens.fixtures.ts';

const surroundings = [
  answering(listOwnGroups, groups),
  answering(listOwnModels, models),
  answering(listOwnLimits, tokenLimits),
  areaDecorator({ id: 'user', area }),
];

const meta: Meta<typeof TokenDrawer> = {
  title: 'API tokens/Drawer',
  component: TokenDrawer,
  args: { onCreated: () => {}, onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof TokenDrawer>;

export const Creating: Story = { decorators: [answering(createToken, production), ...surroundings] };

export const Editing: Story = {
  args: { token: limited },
  decorators: [answering(getToken, limited), ...surroundings],
};

export const EditingExtremes: Story = {
  args: { token: extreme },
  decorators: [answering(getToken, extreme), ...surroundings],
};

export const Gone: Story = {
  args: { token: limited },
  decorators: [answering(getToken, { code: 'token_not_found' }), ...surroundings],
};

export const Refused: Story = {
  decorators: [answering(createToken, { code: 'token_group_refused' }), ...surroundings],
};
