import type { Decorator, Meta, StoryObj } from '@storybook/react';
import {
  type ExtensionProps,
  ExtensionSlot,
  type Extensions,
  ExtensionsContext,
  noExtensions,
  type PlacedExtension,
  useArea,
} from '@tollgate/console-sdk';
import { areaDecorator } from '@tollgate/console-sdk/testing';

const usage: PlacedExtension = { area: 'user', id: 'usage', title: 'usage', access: 'user', isOff: false };
const placed = [usage];
const off = [{ ...usage, isOff: true }];
const texts = {
  en: async () => ({ default: { usage: 'Usage of this user' } }),
  zh: async () => ({ default: { usage: '该用户的用量' } }),
};

const meta: Meta<typeof ExtensionSlot> = {
  title: 'Shell/ExtensionSlot',
  component: ExtensionSlot,
  args: { point: 'user.drawer/v1', of: { userId: 7, username: 'ada' } },
  parameters: { surroundings: 'area' },
  decorators: [areaDecorator({ id: 'user', area: { texts }, role: 'admin', path: '/user' })],
};
export default meta;
type Story = StoryObj<typeof ExtensionSlot>;

/** An extension of another area, inside the page of the area with the point. */
export const Filled: Story = {
  decorators: [
    (Story) => {
      const ctx = useArea();
      return (
        <ExtensionsContext
          value={{ ...noExtensions, at: () => placed, open: async () => ({ Component: Usage, ctx }) }}
        >
          <Story />
        </ExtensionsContext>
      );
    },
  ],
};

export const Loading: Story = {
  decorators: [opening({ at: () => placed, open: () => new Promise(() => {}) })],
};
export const NotLoaded: Story = { decorators: [opening({ at: () => placed })] };
export const SwitchedOff: Story = { decorators: [opening({ at: () => off })] };

function Usage({ username }: Partial<ExtensionProps<'user.drawer/v1'>>) {
  return <p>{username}: $48.20</p>;
}

function opening(extensions: Partial<Extensions>): Decorator {
  const value = { ...noExtensions, ...extensions };
  return (Story) => (
    <ExtensionsContext value={value}>
      <Story />
    </ExtensionsContext>
  );
}
