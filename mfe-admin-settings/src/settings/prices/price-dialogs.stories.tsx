import type { Meta, StoryObj } from '@storybook/react';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { area } from '../../area.tsx';
import { FillDialog } from './fill-dialog.tsx';
import { PriceDialog } from './price-dialog.tsx';

const row = { name: 'claude-3-5-haiku-20241022', ratio: 0.5, completion: 5 };
const handlers = { onDone: () => {}, onClose: () => {} };

const meta: Meta = {
  title: 'Settings/Price Dialogs',
  parameters: { surroundings: 'area' },
  decorators: [areaDecorator({ id: 'admin-settings', area, role: 'root' })],
};
export default meta;
type Story = StoryObj;

export const Adding: Story = {
  render: () => <PriceDialog row={undefined} names={new Set()} {...handlers} />,
};
export const Editing: Story = { render: () => <PriceDialog row={row} names={new Set()} {...handlers} /> };
export const LongName: Story = {
  render: () => <PriceDialog row={{ ...row, name: 'm'.repeat(200) }} names={new Set()} {...handlers} />,
};
export const Filling: Story = {
  render: () => <FillDialog names={['gpt-4o', 'gpt-4o-mini', 'o3']} rowOf={() => row} {...handlers} />,
};
