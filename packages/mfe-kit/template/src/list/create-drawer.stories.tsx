import type { Meta, StoryObj } from '@storybook/react';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { area } from '../area.tsx';
import { CreateDrawer } from './create-drawer.tsx';

const meta: Meta<typeof CreateDrawer> = {
  title: 'Example area/Dialogs',
  component: CreateDrawer,
  args: { onClose: () => {} },
  decorators: [areaDecorator({ id: 'example-area', area, role: 'user' })],
  parameters: { surroundings: 'area' },
};
export default meta;

export const Creating: StoryObj<typeof CreateDrawer> = {};
