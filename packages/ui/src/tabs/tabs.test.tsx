import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInConsole } from '../testing/render.tsx';
import { Tabs } from './tabs.tsx';

function Views() {
  const [open, setOpen] = useState<'one' | 'two' | 'three'>('one');
  const tabs = (['one', 'two', 'three'] as const).map((id) => ({ id, label: `Tab ${id}` }));
  return (
    <Tabs label="Views" tabs={tabs} open={open} onOpen={setOpen}>
      Shows {open}
    </Tabs>
  );
}

test('arrows, Home and End move between tabs, and one tab is a stop of the keyboard', async () => {
  renderInConsole(<Views />);
  const person = userEvent.setup();
  await person.tab();
  await person.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel', { name: 'Tab two' }).textContent).toBe('Shows two');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Tab two', selected: true }));
  await person.keyboard('{End}{ArrowRight}');
  expect(screen.getByRole('tabpanel').textContent).toBe('Shows one');
  await person.keyboard('{ArrowLeft}{Home}');
  expect(screen.getByRole('tabpanel').textContent).toBe('Shows one');
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});
