import type { Meta, StoryObj } from '@storybook/react';
import { useState } from 'react';
import { MapInput, type MapInputProps } from '../form.ts';

const meta: Meta<typeof MapInput> = {
  title: 'Form/MapInput',
  component: MapInput,
  args: { heads: ['Requested model', 'Provider model'], examples: ['gpt-4o', 'gpt-4o-2024-11-20'] },
  render: (args) => <Held {...args} />,
};
export default meta;
type Story = StoryObj<typeof MapInput>;

export const Filled: Story = {
  args: { value: '{"gpt-4o":"gpt-4o-2024-11-20","claude-latest":"claude-3-7-sonnet-20250219"}' },
};

export const Empty: Story = {};

/** A name that is listed twice and a value that is no number are marked. */
export const Problems: Story = {
  args: { kind: 'number', heads: ['Group', 'Ratio'], value: '{"default":1,"vip":"half"}' },
};

/** Text that is no object is shown as JSON. */
export const NoObject: Story = { args: { value: '[1, 2]' } };

function Held({ value: initial = '', ...rest }: MapInputProps) {
  const [value, setValue] = useState(initial);
  return <MapInput {...rest} value={value} onChange={setValue} />;
}
