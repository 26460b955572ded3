import type { Meta, StoryObj } from '@storybook/react';
import { useState } from 'react';
import { Button, type Command, CommandPalette } from '../core.ts';
import { IconMoon, IconSettings, IconUser } from '../icons/icons.ts';

const nothing = () => undefined;
const commands: Command[] = [
  { id: 'tokens', title: 'API tokens', group: 'Pages', icon: <IconUser />, run: nothing },
  { id: 'log', title: 'Usage log', group: 'Pages', shortcut: ['g', 'l'], run: nothing },
  {
    id: 'settings',
    title: 'System settings',
    group: 'Pages',
    icon: <IconSettings />,
    hint: 'Root',
    run: nothing,
  },
  { id: 'dark', title: 'Dark theme', group: 'Look', icon: <IconMoon />, run: nothing },
  { id: 'zh', title: 'Switch to 中文', keywords: 'language chinese', group: 'Look', run: nothing },
];

function Page() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Search</Button>
      <CommandPalette visible={isOpen} onClose={() => setOpen(false)} commands={commands} />
    </>
  );
}

const meta: Meta<typeof Page> = { title: 'Feedback/Command palette', component: Page };
export default meta;

export const Open: StoryObj<typeof Page> = {};
