import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { endOverride, grantOverride } from '@tollgate/contract';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { admin } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { openDialog } from '../dialogs/open-dialog.ts';

const override = { id: 'logs', origin: 'http://127.0.0.1:3104', until: 1_773_480_000 };
/** Servers with an open event connection. */
let messages: string[] = [];
const listeners = new Map<string, (event: { data: string }) => void>();

beforeEach(() => {
  messages = [];
  vi.stubGlobal(
    'EventSource',
    class {
      constructor(address: string) {
        messages.push(address);
      }
      addEventListener(name: string, listener: (event: { data: string }) => void) {
        listeners.set(name, listener);
      }
      close() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
});

test('the banner names the area and its server, switches back, and stays when that fails', async () => {
  visit({ url: '/log', user: admin, overrides: [override] });
  const line = await screen.findByTestId('area-override');
  expect(line.textContent).toContain('logs');
  expect(line.textContent).toContain('http://127.0.0.1:3104');
  expect(messages).toEqual([`http://127.0.0.1:3104/changes?since=${performance.timeOrigin}`]);
  answer(endOverride, { code: 'busy' });
  await userEvent.click(within(line).getByRole('button'));
  await waitFor(() => expect(callsOf(endOverride)).toEqual([{ id: 'logs' }]));
  expect(await screen.findByText(/busy/i)).toBeTruthy();
  expect(screen.getByTestId('area-override')).toBeTruthy();
});

test('errors of a build are shown in the page', async () => {
  visit({ url: '/log', user: admin, overrides: [override] });
  await screen.findByTestId('area-override');
  const errors = ['src/list.tsx\n  x Unexpected token'];
  act(() => listeners.get('errors')?.({ data: JSON.stringify(errors) }));
  expect((await screen.findByText(/Unexpected token/)).textContent).toContain('src/list.tsx');
});

test('the banner is hidden for everybody else', async () => {
  visit({ url: '/log', user: admin });
  await screen.findByRole('heading', { name: 'Area logs' });
  expect(screen.queryByTestId('area-override')).toBeNull();
});

test("the dialog offers the current area and shows the gateway's error", async () => {
  visit({ url: '/log', user: admin });
  await screen.findByRole('heading', { name: 'Area logs' });
  openDialog('override');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('logs');
  answer(grantOverride, { code: 'busy' });
  const submit = within(dialog).getByRole('button', { name: 'Load area' });
  await userEvent.setup({ pointerEventsCheck: 0 }).click(submit);
  await waitFor(() =>
    expect(callsOf(grantOverride)).toEqual([{ id: 'logs', origin: 'http://127.0.0.1:3104', minutes: 60 }]),
  );
  expect(await screen.findByText(/busy/i)).toBeTruthy();
});
