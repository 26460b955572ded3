import type { Meta, StoryObj } from '@storybook/react';
import { useState } from 'react';
import { Tabs } from './tabs.tsx';

const meta: Meta = { title: 'Navigation/Tabs' };
export default meta;
type Story = StoryObj;

export const ThreeViews: Story = { render: () => <Views /> };

function Views() {
  const [open, setOpen] = useState<(typeof tabs)[number]['id']>('receipt');
  return (
    <Tabs label="Views of a request" tabs={tabs} open={open} onOpen={setOpen}>
      What the tab “{open}” shows.
    </Tabs>
  );
}

const tabs = [
  { id: 'receipt', label: 'Receipt' },
  { id: 'timeline', label: 'Timeline' },
  { id: 'raw', label: 'Raw' },
] as const;
