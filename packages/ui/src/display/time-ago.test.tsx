import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatTime } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { TimeAgo } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

test('the exact time shows on focus, and screen readers read it', async () => {
  const at = Math.floor(Date.now() / 1000) - 7300;
  renderInConsole(<TimeAgo at={at} />);
  expect(screen.getByRole('time').textContent).toBe(`2 hours ago, ${formatTime(at)}`);
  await userEvent.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe(formatTime(at));
});
