import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDialog, openDialogName } from '../chrome/dialogs/open-dialog.ts';
import { awaitingRelogin } from '../session/awaiting-relogin.ts';
import { usesDefaultPassword, warnOfDefaultPassword } from '../session/default-password.ts';
import { session } from '../session/session.ts';
import { root } from './users.ts';
import { visit } from './visit.tsx';

test.each(['one page', 'the next page'])('%s begins without dialogs of another page', async () => {
  const states = [openDialogName, usesDefaultPassword, awaitingRelogin].map((store) => store.get());
  expect(states).toEqual([undefined, false, false]);
  expect(session.get().user).toBeNull();
  visit({ url: '/token', user: root });
  await screen.findByRole('heading', { name: 'Area user' });
  expect(screen.queryByRole('dialog')).toBeNull();

  openDialog('override');
  warnOfDefaultPassword({ username: 'root', password: '123456' });
  awaitingRelogin.set('ended');
});
