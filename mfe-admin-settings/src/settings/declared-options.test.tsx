import { screen } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOptions } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { rows } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

afterEach(forgetAnswers);

test('an option that a file declares cannot be changed, and says where it is declared', async () => {
  const declared = '/etc/tollgate/tollgate.yaml:7';
  const isDeclared = new Set(['RetryTimes', 'DemoSiteEnabled']);
  answer(
    listOptions,
    rows.map((row) => (isDeclared.has(row.key) ? { ...row, declared } : row)),
  );
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting',
    children: <SettingsPage />,
  });
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  expect((await field('Retries')).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Demo site' }).disabled).toBe(true);
  const note = `“Retries” is declared in ${declared}. Change it there and run tollgate apply.`;
  expect(screen.getByText(note)).toBeTruthy();
  expect((await field('Docs link')).disabled).toBe(false);
});
