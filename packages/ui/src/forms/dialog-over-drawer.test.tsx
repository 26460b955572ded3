import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button, confirm } from '../core.ts';
import { Dialog, Drawer, FormDialog, Input, Modal } from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

/** A drawer with a button that opens something over it. */
function Page({ children, onPress }: { children?: ReactNode; onPress?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Drawer visible title="Edit user" footer={null}>
      <Input aria-label="Name" />
      <Button onClick={() => (onPress ? onPress() : setOpen(true))}>Add quota</Button>
      {isOpen && children}
    </Drawer>
  );
}

const inside = (
  <div data-autofocus-inside>
    <Input aria-label="Amount" />
  </div>
);
const overlays = {
  'a dialog': (
    <Dialog title="Add quota" onClose={vi.fn()}>
      {inside}
    </Dialog>
  ),
  'a form in a dialog': (
    <FormDialog title="Add quota" onSubmit={vi.fn()} onClose={vi.fn()}>
      {inside}
    </FormDialog>
  ),
  'a bare dialog': (
    <Modal visible title="Add quota">
      {inside}
    </Modal>
  ),
};

test.each(Object.keys(overlays) as (keyof typeof overlays)[])(
  '%s opened while the drawer below still slides in has the focus and keeps it',
  async (kind) => {
    renderInConsole(<Page>{overlays[kind]}</Page>);
    await pressAtOnce();
    await expectFocusIn(await screen.findByRole('dialog', { name: 'Add quota' }));
  },
);

test('a confirmation opened while the drawer below still slides in has the focus and keeps it', async () => {
  renderInConsole(<Page onPress={() => void confirm({ title: 'Delete it?', okText: 'Delete' })} />);
  await pressAtOnce();
  await expectFocusIn(await screen.findByRole('dialog', { name: /Delete it/ }));
});

test.each(['a dialog', 'a confirmation'])(
  '%s over a drawer gives the focus back to its opener',
  async (kind) => {
    renderInConsole(<PageWithOpener isConfirmed={kind === 'a confirmation'} />);
    const lock = document.querySelector('.arco-drawer-inner > [data-focus-lock-disabled]');
    await waitFor(() => expect(lock?.getAttribute('data-focus-lock-disabled')).toBe('false'));
    const person = userEvent.setup({ pointerEventsCheck: 0 });
    const opener = screen.getByRole('button', { name: 'Add quota' });
    opener.focus();
    await person.keyboard('{Enter}');
    await expectFocusIn(await screen.findByRole('dialog', { name: /Add it/ }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Add it/ })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  },
);

function PageWithOpener({ isConfirmed }: { isConfirmed: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const ask = () => void confirm({ title: 'Add it?', okText: 'Add' });
  return (
    <Drawer visible title="Edit user" footer={null}>
      <Input aria-label="Name" />
      <Button onClick={() => (isConfirmed ? ask() : setOpen(true))}>Add quota</Button>
      {isOpen && (
        <FormDialog title="Add it" onSubmit={vi.fn()} onClose={() => setOpen(false)}>
          {inside}
        </FormDialog>
      )}
    </Drawer>
  );
}

/**
 * Presses the button before the drawer's focus lock is on, and waits until it is: from then on it would steal
 * the focus.
 */
async function pressAtOnce() {
  const person = userEvent.setup({ pointerEventsCheck: 0 }); // a sliding drawer ignores the pointer
  const lock = document.querySelector('.arco-drawer-inner > [data-focus-lock-disabled]');
  expect(lock?.getAttribute('data-focus-lock-disabled')).toBe('disabled');
  await person.click(screen.getByRole('button', { name: 'Add quota' }));
  await waitFor(() => expect(lock?.getAttribute('data-focus-lock-disabled')).toBe('false'));
}

/** Checks only the dialog: the browser picks the field by layout, and here is none. */
async function expectFocusIn(dialog: HTMLElement) {
  const hasFocus = () => expect(dialog.contains(document.activeElement)).toBe(true);
  await waitFor(hasFocus);
  // The locks defer their work until after the current event.
  for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setTimeout(resolve));
  hasFocus();
}
