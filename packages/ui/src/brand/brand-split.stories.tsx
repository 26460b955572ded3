import type { Meta, StoryObj } from '@storybook/react';
import { BrandSplit } from './brand-split.tsx';

const meta: Meta<typeof BrandSplit> = { title: 'Brand/Split', component: BrandSplit };
export default meta;
type Story = StoryObj<typeof BrandSplit>;

export const NextToAForm: Story = {
  args: { children: <p style={{ margin: 'auto' }}>The form through which people come in.</p> },
};
