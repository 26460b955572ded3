import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { TagList } from '../core.ts';
import { ActionsButton, RowActions } from '../data.ts';
import { Drawer } from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

const actions = ['Edit', 'Test', 'Delete'].map((label) => ({ key: label, label, onClick: vi.fn() }));

afterEach(() => {
  for (const { onClick } of actions) onClick.mockClear();
});

function Rows() {
  return (
    <>
      <RowActions name="first" actions={actions} />
      <RowActions name="second" actions={actions} />
      <input aria-label="after" />
    </>
  );
}

const opener = (name: string) => screen.getByRole('button', { name: `Actions for ${name}` });
const isOpen = (button: HTMLElement) => button.getAttribute('aria-expanded') === 'true';
const focusedText = () => document.activeElement?.textContent;

async function openMenu(name: string) {
  opener(name).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focusedText()).toBe('Edit'));
}

test('Escape closes the menu of a row and returns the focus to its button', async () => {
  renderInConsole(<Rows />);
  await openMenu('first');
  expect(isOpen(opener('first'))).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(isOpen(opener('first'))).toBe(false);
  expect(document.activeElement).toBe(opener('first'));
});

test('Tab closes the menu of a row and moves on from its button', async () => {
  renderInConsole(<Rows />);
  await openMenu('second');
  await userEvent.keyboard('{Tab}');
  expect(isOpen(opener('second'))).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'after' }));
});

test.each([
  ['Enter', 13],
  [' ', 32],
])(
  'the key "%s" chooses an item once, and does not press the button that has the focus then',
  async (key, keyCode) => {
    renderInConsole(<Rows />);
    await openMenu('first');
    const goesOn = fireEvent.keyDown(document.activeElement!, { key, keyCode });
    expect(goesOn).toBe(false);
    expect(actions[0]?.onClick).toHaveBeenCalledTimes(1);
    expect(isOpen(opener('first'))).toBe(false);
    expect(document.activeElement).toBe(opener('first'));
  },
);

test('arrows, Home and End move in a menu, from end to end', async () => {
  renderInConsole(<Rows />);
  await openMenu('first');
  for (const [key, text] of [
    ['ArrowUp', 'Delete'],
    ['ArrowDown', 'Edit'],
    ['End', 'Delete'],
    ['Home', 'Edit'],
    ['ArrowDown', 'Test'],
  ]) {
    await userEvent.keyboard(`{${key}}`);
    expect(focusedText(), key).toBe(text);
  }
});

test('a second menu takes the focus into itself while the first one closes', async () => {
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  renderInConsole(<Rows />);
  await person.click(opener('first'));
  await waitFor(() => expect(focusedText()).toBe('Edit'));
  const firstMenu = document.activeElement?.closest('[role="menu"]');
  await person.click(opener('second'));
  await waitFor(() => expect(focusedText()).toBe('Edit'));
  expect(firstMenu?.contains(document.activeElement)).toBe(false);
  expect(isOpen(opener('first'))).toBe(false);
});

test('Escape in a menu leaves the drawer around it open', async () => {
  const leave = vi.fn();
  renderInConsole(
    <Drawer visible title="Channel" footer={null} onCancel={leave}>
      <ActionsButton label="More" actions={actions} />
    </Drawer>,
  );
  (await screen.findByRole('button', { name: 'More' })).focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedText()).toBe('Edit'));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
  expect(leave).not.toHaveBeenCalled();
});

test('the list of further names takes the focus, and Escape returns it', async () => {
  renderInConsole(<TagList items={['a', 'b', 'c']} max={1} onChoose={vi.fn()} />);
  const more = await screen.findByRole('button', { name: '2 more', expanded: false });
  expect([more.getAttribute('aria-haspopup'), isOpen(more)]).toEqual(['dialog', false]);
  more.focus();
  await userEvent.keyboard('{Enter}');
  const list = await screen.findByRole('dialog', { name: '2 more' });
  await waitFor(() => expect(document.activeElement).toBe(within(list).getByRole('button', { name: 'b' })));
  await userEvent.keyboard('{Escape}');
  expect([document.activeElement, isOpen(more)]).toEqual([more, false]);
});
