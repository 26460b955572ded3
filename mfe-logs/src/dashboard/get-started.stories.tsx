import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getFirstSteps } from '@tollgate/contract';
import { area } from '../area.tsx';
import { GetStarted } from './get-started.tsx';

const surroundings = areaDecorator({ id: 'logs', area, role: 'admin', path: '/detail' });

const meta: Meta<typeof GetStarted> = {
  title: 'Dashboard/Get started',
  component: GetStarted,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof GetStarted>;

export const ForAnAdministrator: Story = {
  decorators: [
    answering(getFirstSteps, { channel: true, tested: false, token: false, request: false }),
    surroundings,
  ],
};

export const ForAUser: Story = {
  decorators: [answering(getFirstSteps, { token: true, request: false }), surroundings],
};
