import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { createToken, pageTokens } from '@tollgate/contract';
import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { nightly, pageOf, production } from './list.fixtures.ts';

afterEach(forgetAnswers);

test('the command creates an item on any page, and is over then', async () => {
  answer(pageTokens, pageOf([production]));
  answer(createToken, nightly);
  const onClose = vi.fn();
  const Command = (await area.extensions?.['create-item']?.()) as ComponentType<{ onClose: () => void }>;
  await renderArea({
    id: 'example-area',
    area,
    role: 'user',
    path: '/somewhere-else',
    children: <Command onClose={onClose} />,
  });
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(form.getByRole('textbox', { name: 'Name' }));
  await userEvent.paste('night jobs');
  await userEvent.click(form.getByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(callsOf(createToken)).toEqual([{ name: 'night jobs', unlimited_quota: true }]);
});
