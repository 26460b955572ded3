import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { closePageDialogs, confirm } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';
import { showToCopy } from './show-to-copy.ts';

test('the question names the action, and confirming resolves to true', async () => {
  renderInConsole(<p>page</p>);
  const answer = confirm({
    title: 'Delete “eu-west”?',
    content: '3 tokens stop working at once.',
    okText: 'Delete',
    danger: true,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await answer).toBe(true);
});

test('cancelling resolves to false', async () => {
  renderInConsole(<p>page</p>);
  const answer = confirm({ title: 'Leave?' });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await answer).toBe(false);
});

/** Arco fades overlays in, and a fading overlay ignores the pointer. */
const user = userEvent.setup({ pointerEventsCheck: 0 });

test('a dangerous action is confirmed by typing the name', async () => {
  const answer = vi.fn();
  renderInConsole(<p>Page</p>);
  void confirm({ title: 'Delete eu-west?', okText: 'Delete', danger: true, typedName: 'eu-west' }).then(
    answer,
  );
  const button = (await screen.findByRole('button', { name: 'Delete' })) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  await user.type(screen.getByLabelText('Type “eu-west” to confirm'), 'eu-wes');
  expect(button.disabled).toBe(true);
  await user.type(screen.getByLabelText('Type “eu-west” to confirm'), 't');
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(answer).toHaveBeenCalledWith(true));
});

test('the field of the next question keeps the focus while the question before it closes', async () => {
  renderInConsole(<p>Page</p>);
  const first = confirm({ title: 'Leave?' });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await first;
  void confirm({ title: 'Delete eu-west?', typedName: 'eu-west' });
  const field = await screen.findByLabelText('Type “eu-west” to confirm');
  field.focus();
  await waitFor(() => expect(screen.queryByText('Leave?')).toBeNull());
  expect(document.activeElement).toBe(field);
});

test('a question closes and resolves to false when the user goes back', async () => {
  renderInConsole(<p>page</p>);
  const answer = confirm({ title: 'Make “eve” an admin?', okText: 'Promote' });
  await screen.findByRole('button', { name: 'Promote' });
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Promote' })).toBeNull());
});

test('questions and shown keys close when another page opens', async () => {
  renderInConsole(<p>page</p>);
  const answer = confirm({ title: 'Delete “ci”?', okText: 'Delete' });
  await screen.findByRole('button', { name: 'Delete' });
  await showToCopy('sk-of-ci');
  await screen.findByDisplayValue('sk-of-ci');
  closePageDialogs();
  expect(await answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
