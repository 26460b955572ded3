import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Button, useToast } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';
import { loadOverlays } from './load-overlays.ts';

function Failing({ failure }: { failure: unknown }) {
  const toast = useToast();
  return <Button onClick={() => toast.error(failure)}>Act</Button>;
}

// @spec I006
test.each([
  ['the words of a server without codes', { code: 'refused', message: '令牌名称过长' }, '令牌名称过长'],
  ['our sentence for a code', { code: 'busy', message: 'busy' }, /^The server is busy/],
  ['a sentence of the page', 'No token can be used', 'No token can be used'],
])('an error is a toast with %s', async (_, failure, sentence) => {
  renderInConsole(<Failing failure={failure} />);
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  const message = await screen.findByText(sentence);
  expect(message.closest('.arco-message-error')).toBeTruthy();
});

test('the end of the session shows no toast, because the shell reports it', async () => {
  renderInConsole(<Failing failure={{ code: 'not_signed_in' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  await loadOverlays();
  expect(screen.queryByText(/Your session has expired/)).toBeNull();
});

test('a toast shows the request id when the server failed', async () => {
  renderInConsole(<Failing failure={{ code: 'internal', requestId: 'req-7' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  expect(await screen.findByText(/request ID: req-7$/)).toBeTruthy();
});
