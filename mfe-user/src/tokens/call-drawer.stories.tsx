import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getStatus, listOwnModels } from '@tollgate/contract';
import { area } from '../area.tsx';
import { CallDrawer } from './call-drawer.tsx';
import { models, production, site } from './tokens.fixtures.ts';

const surroundings = [answering(getStatus, site), areaDecorator({ id: 'user', area })];

const meta: Meta<typeof CallDrawer> = {
  title: 'API tokens/How to call',
  component: CallDrawer,
  args: { token: production, onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof CallDrawer>;

export const Ready: Story = { decorators: [answering(listOwnModels, models), ...surroundings] };

export const NoModel: Story = { decorators: [answering(listOwnModels, []), ...surroundings] };

export const Failed: Story = { decorators: [answering(listOwnModels, { code: 'busy' }), ...surroundings] };
