import type { Meta, StoryObj } from '@storybook/react';
import { MapInput, type MapInputProps } from '@tollgate/ui/form';
import { useState } from 'react';
import { docsOf } from '../docs/component-docs.tsx';

const models = '{"gpt-4o":"gpt-4o-2024-11-20"}';

function Held({ value: initial = '', ...rest }: Partial<MapInputProps>) {
  const [value, setValue] = useState(initial);
  return (
    <MapInput heads={['Requested model', 'Provider model']} {...rest} value={value} onChange={setValue} />
  );
}

const meta: Meta<typeof MapInput> = {
  title: 'Components/MapInput',
  component: MapInput,
  args: {
    heads: ['Requested model', 'Provider model'],
    examples: ['gpt-4o', 'gpt-4o-2024-11-20'],
    value: models,
    kind: 'text',
    disabled: false,
  },
  render: (args) => <Held {...args} />,
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'MapInput',
  from: '@tollgate/ui/form',
  use: 'Names with one value each that are stored as a JSON object. Deeper objects use JsonEditor.',
  anatomy: [
    'Headings of both columns.',
    'A row for each name, with a button that removes it.',
    'The problem of a row below it.',
    'Add, and a switch to the text as JSON.',
  ],
  dos: [
    'Head the columns with what they hold, never “Key” and “Value”.',
    'Give an example: it is shown in the empty row.',
    'Say by `kind` what the values are: text, numbers, lists or JSON.',
  ],
  donts: ['Use it where the names are known: use a field for each.'],
  keys: [
    ['Tab', 'Moves along the row, then to the next.'],
    ['Enter', 'In a row: adds one below the last and focuses it.'],
  ],
  states: [
    { name: 'Empty', children: <Held examples={['gpt-4o', 'gpt-4o-2024-11-20']} /> },
    { name: 'Filled', children: <Held value={models} /> },
    { name: 'Hover', look: 'hover', children: <Held value={models} /> },
    { name: 'Focus', look: 'focus', children: <Held value={models} /> },
    {
      name: 'Error',
      children: <Held kind="number" heads={['Group', 'Ratio']} value='{"default":1,"vip":"half"}' />,
    },
    { name: 'Disabled', children: <Held value={models} disabled /> },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof MapInput> = {};
