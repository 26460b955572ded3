import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { areas } from '../../testing/areas.ts';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { openDialog } from '../dialogs/open-dialog.ts';

async function factsAt(url: string, why: 'canary' | 'stable' = 'stable'): Promise<string> {
  const chosen = areas.map((area) => ({ ...area, why }));
  visit({ url, user: ada, areas: chosen });
  await screen.findAllByRole('heading');
  openDialog('build');
  const dialog = await screen.findByRole('dialog', { name: 'Which build is this?' });
  expect(within(dialog).getByRole('button', { name: 'Copy' })).toBeTruthy();
  return within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
    .join('\n');
}

test('the dialog names area, reason, console and address', async () => {
  const facts = await factsAt('/log', 'canary');
  expect(facts).toContain('Area: logs');
  expect(facts).toContain("Why: Canary: you're among the users who get it first");
  expect(facts).toContain('Console: 0.1.0, host API 1.0.0');
  expect(facts).toContain('Address: /log');
});

test('a page of the console itself belongs to no area', async () => {
  expect(await factsAt('/about')).toContain('Area: None: this page is part of the console itself');
});
