import type { Meta, StoryObj } from '@storybook/react';
import { SearchInput } from '@tollgate/ui/data';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof SearchInput> = {
  title: 'Components/SearchInput',
  component: SearchInput,
  args: { placeholder: 'Name, ID or key', value: '', onSearch: () => undefined },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'SearchInput',
  from: '@tollgate/ui/data',
  use: 'The search of a list. It searches while people type, and is part of the address.',
  anatomy: ['Icon.', 'The text.', 'Clear button.'],
  dos: ['Say what is searched: “Name, ID or key”.'],
  donts: ['Put a search button next to it.'],
  keys: [
    ['/', 'Focuses it from anywhere on the page.'],
    ['Escape', 'Clears it.'],
  ],
  states: [
    {
      name: 'Empty',
      children: <SearchInput placeholder="Name, ID or key" value="" onSearch={() => undefined} />,
    },
    {
      name: 'Filled',
      children: <SearchInput placeholder="Name, ID or key" value="eu-west" onSearch={() => undefined} />,
    },
    {
      name: 'Hover',
      look: 'hover',
      children: <SearchInput placeholder="Name, ID or key" value="" onSearch={() => undefined} />,
    },
    {
      name: 'Error',
      children: (
        <SearchInput
          placeholder="Name, ID or key"
          value="gpt%"
          onSearch={() => undefined}
          problem="Too many rows for a pattern."
        />
      ),
    },
  ],
  page: '/log',
});

export const Playground: StoryObj<typeof SearchInput> = {};
