import type { Meta, StoryObj } from '@storybook/react';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { area } from '../area.tsx';
import { busyArea, ids } from './areas.fixtures.ts';
import { CanaryDialog } from './canary-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import './areas.css';

const onClose = () => {};

const meta: Meta = {
  title: 'Areas/Dialogs',
  parameters: { surroundings: 'area' },
  decorators: [areaDecorator({ id: 'admin-settings', area, role: 'root' })],
};
export default meta;
type Story = StoryObj;

export const NewCanary: Story = {
  render: () => <CanaryDialog area={busyArea} buildId={ids.OLDER} onClose={onClose} />,
};
export const ChangedCanary: Story = {
  render: () => <CanaryDialog area={busyArea} buildId={ids.CANARY} onClose={onClose} />,
};
export const SwitchingOff: Story = {
  render: () => <SwitchDialog areaId="logs" switching={{ act: 'kill', buildId: '' }} onClose={onClose} />,
};
export const TakingBack: Story = {
  render: () => (
    <SwitchDialog areaId="logs" switching={{ act: 'kill', buildId: ids.CANARY }} onClose={onClose} />
  ),
};
