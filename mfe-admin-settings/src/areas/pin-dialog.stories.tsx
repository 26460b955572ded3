import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { searchUsers } from '@tollgate/contract';
import { area } from '../area.tsx';
import { busyArea, extremeAreas, ids } from './areas.fixtures.ts';
import { PinDialog } from './pin-dialog.tsx';
import { makeUsers } from './users.fixtures.ts';
import './areas.css';

const meta: Meta<typeof PinDialog> = {
  title: 'Areas/Pin a user',
  component: PinDialog,
  args: { area: busyArea, buildId: '', onClose: () => {} },
  decorators: [
    answering(searchUsers, makeUsers([12, 'ada'], [7, 'grace'])),
    areaDecorator({ id: 'admin-settings', area, role: 'root' }),
  ],
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof PinDialog>;

export const Open: Story = {};

export const ToOneBuild: Story = { args: { buildId: ids.OLDER } };

export const LongNames: Story = { args: { area: extremeAreas[0] as NonNullable<(typeof extremeAreas)[0]> } };
