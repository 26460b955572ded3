import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { createToken, listOwnGroups, listOwnLimits, listOwnModels } from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { CreateTokenCommand } from './create-token-command.tsx';
import { groups, models, production } from './tokens.fixtures.ts';

const onClose = vi.fn();
beforeEach(() => {
  answer(listOwnLimits, []);
  answer(listOwnGroups, groups);
  answer(listOwnModels, models);
  answer(createToken, production);
});
afterEach(() => {
  forgetAnswers();
  onClose.mockReset();
});

async function open() {
  const children = <CreateTokenCommand onClose={onClose} />;
  await renderArea({ id: 'user', area, role: 'user', path: '/log', children });
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}

test('the command creates a token and then shows how to call with it', async () => {
  const person = await open();
  await enter(person, screen.getByLabelText<HTMLInputElement>('Name'), 'production');
  await person.click(screen.getByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(callsOf(createToken)).toHaveLength(1));
  expect(await screen.findByRole('dialog', { name: /production|created/i })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test('the command is over when the form is closed', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
