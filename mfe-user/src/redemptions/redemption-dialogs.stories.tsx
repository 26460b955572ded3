import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getRedemption } from '@tollgate/contract';
import { area } from '../area.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { RedemptionDrawer } from './redemption-drawer.tsx';
import { extreme, unused } from './redemptions.fixtures.ts';

const surroundings = [areaDecorator({ id: 'user', area, role: 'admin' })];
const made = Array.from({ length: 100 }, (_, index) => String(index).padStart(32, '0'));
const handlers = { onMade: () => {}, onClose: () => {} };

const meta: Meta<typeof RedemptionDrawer> = {
  title: 'Redemption codes/Dialogs',
  component: RedemptionDrawer,
  args: handlers,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof RedemptionDrawer>;

export const Creating: Story = { decorators: surroundings };

export const Editing: Story = {
  args: { redemption: extreme },
  decorators: [answering(getRedemption, extreme), ...surroundings],
};

export const Made: Story = {
  render: () => <CodesDialog name="spring" codes={made} isNew onClose={handlers.onClose} />,
  decorators: surroundings,
};

export const Viewing: Story = {
  render: () => (
    <CodesDialog name={unused.name} codes={[unused.key]} isNew={false} onClose={handlers.onClose} />
  ),
  decorators: surroundings,
};
