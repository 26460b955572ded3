import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { AreaProvider, createAreaContext } from '@tollgate/console-sdk';
import { createMockHost, renderArea } from '@tollgate/console-sdk/testing';
import {
  getAreaTrouble,
  killArea,
  listAreaMembers,
  listAreas,
  listAudit,
  listCiIdentities,
  listOptions,
  listPublishers,
  promoteBuild,
  reviveArea,
  rollBackArea,
  setCanary,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { areas, ids, makeArea, trail, untrustedArea } from './areas.fixtures.ts';

beforeEach(() => {
  answer(listAreas, areas);
  answer(listAudit, trail);
  answer(listOptions, []);
  answer(listAreaMembers, []);
  answer(listCiIdentities, []);
  answer(getAreaTrouble, { step: 3600, points: [], faults: [], vitals: [] });
  answer(listPublishers, { keys: [], tokens: [] });
});
afterEach(forgetAnswers);

function open(path = '', role: 'admin' | 'root' = 'root') {
  return renderArea({
    id: 'admin-settings',
    area,
    role,
    path: `/setting?tab=areas${path}`,
    children: <SettingsPage />,
  });
}
const drawer = (name = 'Area logs') => screen.findByRole('dialog', { name });
const press = (within_: HTMLElement, name: string) =>
  fireEvent.click(within(within_).getByRole('button', { name }));

test('an area with failures has their curve in its row, and one without has none', async () => {
  answer(listAreas, [
    makeArea('logs', { trouble: [0, 3, 0, 12] }),
    makeArea('user', { trouble: [0, 0, 0, 0] }),
  ]);
  await open();
  const curves = await screen.findAllByRole('img', { name: /over time/ });
  expect(curves.map((curve) => curve.getAttribute('aria-label'))).toEqual([
    'Failures and crashes over time, at most 12',
  ]);
  expect(curves[0]?.closest('[data-row]')?.textContent).toContain('logs');
});

test('every area has a row with its owner, builds and health', async () => {
  await open();
  const row = (await screen.findByText('Usage and logs')).closest('[data-row]') as HTMLElement;
  for (const text of [ids.STABLE, 'Healthy', '200 ms / 750 ms', '12.8k', '99.96%'])
    expect(row.textContent).toContain(text);
  expect(screen.getByText('No owner')).toBeTruthy();
  expect(screen.getByText('Disabled')).toBeTruthy();
});

test('an area shows its rollout with reasons, the failures of its builds, and its decisions', async () => {
  await open('&area=logs');
  const text = (await drawer()).textContent ?? '';
  for (const part of ['User #12', 'cannot export', '5% of users', 'the super admin', 'The stable build'])
    expect(text).toContain(part);
  expect(text).toContain('timed out 9');
  expect(await screen.findByText(`Rolled back the canary ${ids.KILLED}`)).toBeTruthy();
  expect(screen.getByText('31.2 % of 64 loads failed')).toBeTruthy();
  expect(screen.getByText('Changed the canary share to 5%')).toBeTruthy();
});

test('a canary withdrawn by the guard shows the reason', async () => {
  await open('&area=user');
  expect((await drawer('Area user')).textContent).toContain('Rolled back: 31.2 % of 64 loads failed');
});

test('the list marks an area that serves a build with a revoked publish key', async () => {
  answer(listAreas, [untrustedArea]);
  await open();
  const row = (await screen.findByText('Usage and logs')).closest('[data-row]') as HTMLElement;
  expect(within(row).getByText('Key revoked')).toBeTruthy();
});

test('the list marks a retired area', async () => {
  const retired = { reason: 'part of the log', addresses: [], ends_at: 0 };
  const everybody = { state: 'unreleased', build_id: '', why: 'newest', reason: '' } as const;
  answer(listAreas, [makeArea('bills', { retired, everybody })]);
  await open();
  const row = (await screen.findByText('bills')).closest('[data-row]') as HTMLElement;
  expect(within(row).getByText('Retired')).toBeTruthy();
});

test('an area names each served build of a revoked key with the next step', async () => {
  answer(listAreas, [untrustedArea]);
  await open('&area=logs');
  const text = (await drawer()).textContent ?? '';
  expect(text).toContain(
    `Everyone still gets build ${ids.STABLE}, but the key “ci-2025” that signed it was revoked. Publish the build again with a valid key, or roll back.`,
  );
  expect(text).toContain(`The canary still gets build ${ids.CANARY}`);
  expect(text).toContain('Auto-ramp stopped: the key was revoked.');
  expect(text).toContain(`Pinned users still get build ${ids.KILLED}`);
});

test('a build of a revoked key is marked and cannot be promoted', async () => {
  answer(listAreas, [untrustedArea]);
  await open('&area=logs');
  const row = within(await drawer())
    .getAllByText(ids.KILLED)
    .at(-1)
    ?.closest('[data-row]') as HTMLElement;
  expect(within(row).getByText('Key revoked')).toBeTruthy();
  const promote = within(row).getByRole<HTMLButtonElement>('button', { name: 'Promote to stable' });
  expect(promote.disabled).toBe(true);
});

test('a rollback names the latest build whose publish key is trusted', async () => {
  answer(listAreas, [untrustedArea]);
  await open('&area=logs');
  press(await drawer(), 'Roll back');
  const question = (await screen.findByText('Roll logs back?')).closest('.arco-modal') as HTMLElement;
  expect(question.textContent).toContain(ids.OLDER);
});

test('a build is promoted after a confirmation', async () => {
  answer(promoteBuild, { state: 'stable' });
  await open('&area=logs');
  const row = within(await drawer())
    .getAllByText(ids.OLDER)
    .at(-1)
    ?.closest('[data-row]') as HTMLElement;
  press(row, 'Promote to stable');
  const question = (await screen.findByText(`Promote build ${ids.OLDER} to stable?`)).closest('.arco-modal');
  press(question as HTMLElement, 'Promote to stable');
  await waitFor(() => expect(callsOf(promoteBuild)).toEqual([{ id: 'logs', build_id: ids.OLDER }]));
});

test('the share, the roles and the users of a canary are set together', async () => {
  answer(setCanary, undefined);
  await open('&area=logs');
  press(await drawer(), 'Change');
  const dialog = (await screen.findByText(`Canary ${ids.CANARY}`)).closest('.arco-modal') as HTMLElement;
  fireEvent.change(within(dialog).getByRole('spinbutton'), { target: { value: '20' } });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'administrators' }));
  press(dialog, 'Set canary');
  await waitFor(() =>
    expect(callsOf(setCanary)).toEqual([
      { id: 'logs', build_id: ids.CANARY, percent: 20, roles: [100, 10], users: [7] },
    ]),
  );
});

test('a canary without share, roles and users is rejected', async () => {
  answer(setCanary, undefined);
  await open('&area=logs');
  press(await drawer(), 'Change');
  const dialog = (await screen.findByText(`Canary ${ids.CANARY}`)).closest('.arco-modal') as HTMLElement;
  fireEvent.change(within(dialog).getByRole('spinbutton'), { target: { value: '0' } });
  for (const box of within(dialog).getAllByRole<HTMLInputElement>('checkbox'))
    if (box.checked) fireEvent.click(box);
  for (const cross of dialog.querySelectorAll('.arco-tag-close-btn')) fireEvent.click(cross);
  press(dialog, 'Set canary');
  expect(await within(dialog).findByText(/No users selected/)).toBeTruthy();
  expect(callsOf(setCanary)).toEqual([]);
});

test('an error of the gateway is shown in the dialog', async () => {
  answer(setCanary, { code: 'area_canary_unproven', details: { percent: 25 } });
  await open('&area=logs');
  press(await drawer(), 'Change');
  const dialog = (await screen.findByText(`Canary ${ids.CANARY}`)).closest('.arco-modal') as HTMLElement;
  fireEvent.change(within(dialog).getByRole('spinbutton'), { target: { value: '80' } });
  press(dialog, 'Set canary');
  expect(await within(dialog).findByText(/25/, { selector: '.arco-alert *' })).toBeTruthy();
});

test('rolling back names the build that everybody gets again', async () => {
  answer(rollBackArea, ids.OLDER);
  await open('&area=logs');
  press(await drawer(), 'Roll back');
  const question = (await screen.findByText('Roll logs back?')).closest('.arco-modal') as HTMLElement;
  expect(question.textContent).toContain(ids.OLDER);
  press(question, 'Roll back');
  await waitFor(() => expect(callsOf(rollBackArea)).toHaveLength(1));
});

test('an area is switched off only after a reason and its name', async () => {
  answer(killArea, undefined);
  await open('&area=logs');
  press(await drawer(), 'Disable area');
  const dialog = (await screen.findByText('Disable logs')).closest('.arco-modal') as HTMLElement;
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  type('Reason', 'leaks');
  type('Type “logs” to confirm', 'log');
  press(dialog, 'Disable area');
  expect(await within(dialog).findByText('Type “logs”.')).toBeTruthy();
  expect(callsOf(killArea)).toEqual([]);

  type('Type “logs” to confirm', 'logs');
  press(dialog, 'Disable area');
  await waitFor(() => expect(callsOf(killArea)).toEqual([{ id: 'logs', build_id: '', reason: 'leaks' }]));
});

test('a switched-off area is switched on again with a reason', async () => {
  answer(reviveArea, undefined);
  await open('&area=playground');
  press(await drawer('Area playground'), 'Enable area');
  const dialog = (await screen.findByText('Re-enable playground')).closest('.arco-modal') as HTMLElement;
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'mended' } });
  press(dialog, 'Enable area');
  await waitFor(() =>
    expect(callsOf(reviveArea)).toEqual([{ id: 'playground', build_id: '', reason: 'mended' }]),
  );
});

test('decisions of other administrators appear as soon as the gateway announces them', async () => {
  const host = createMockHost({ role: 'root' }, () => {});
  const ctx = createAreaContext(host, { id: 'admin-settings', buildId: 'mock', version: '0' });
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting?tab=areas',
    children: (
      <AreaProvider value={ctx}>
        <SettingsPage />
      </AreaProvider>
    ),
  });
  await screen.findByText('Usage and logs');
  answer(listAreas, [
    makeArea('logs', { everybody: { state: 'off', build_id: '', why: 'stable', reason: 'x' } }),
  ]);
  act(() => host.events.emit('areas.changed/v1', {}));
  expect(await screen.findByText('Disabled')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Usage and logs')).toBeNull());
});

test('a list that cannot be read shows an error and can be requested again', async () => {
  answer(listAreas, { code: 'busy' });
  await open();
  answer(listAreas, areas);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Usage and logs')).toBeTruthy();
});

test('an administrator sees why the page is for root', async () => {
  await open('', 'admin');
  expect(await screen.findByText('System settings are for the super admin')).toBeTruthy();
  expect(callsOf(listAreas)).toEqual([]);
});
