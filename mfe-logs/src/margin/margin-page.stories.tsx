import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listMargin } from '@tollgate/contract';
import { area } from '../area.tsx';
import { marginDays } from './margin.fixtures.ts';
import { MarginPage } from './margin-page.tsx';

const asAdmin = areaDecorator({ id: 'logs', area, role: 'admin', path: '/margin?by=day' });

const meta: Meta<typeof MarginPage> = {
  title: 'Margin/Page',
  component: MarginPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof MarginPage>;

export const Filled: Story = { decorators: [answering(listMargin, marginDays), asAdmin] };

export const Loading: Story = {
  decorators: [answering(listMargin, [], { delayMs: Number.POSITIVE_INFINITY }), asAdmin],
};

export const Empty: Story = { decorators: [answering(listMargin, []), asAdmin] };

export const Failed: Story = { decorators: [answering(listMargin, { code: 'busy' }), asAdmin] };

export const Forbidden: Story = { decorators: [answering(listMargin, { code: 'not_allowed' }), asAdmin] };
