import { fireEvent, screen } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOptions } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { rows } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

afterEach(forgetAnswers);

test('settings that cannot be loaded show an error and can be retried', async () => {
  answer(listOptions, { code: 'busy' });
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting',
    children: <SettingsPage />,
  });
  expect(await screen.findByText("Couldn't load the settings")).toBeTruthy();
  answer(listOptions, rows);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Retries')).toBeTruthy();
});
