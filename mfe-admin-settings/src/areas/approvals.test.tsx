import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  addCiIdentity,
  declinePromotion,
  listAreaMembers,
  listAreas,
  listAudit,
  listCiIdentities,
  listOptions,
  listPublishers,
  promoteBuild,
  removeCiIdentity,
  setAreaApproval,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { busyArea, ids, noTrail, rights } from './areas.fixtures.ts';

beforeEach(() => {
  answer(listAreas, [busyArea]);
  answer(listAudit, noTrail);
  answer(listOptions, []);
  answer(listAreaMembers, rights.members);
  answer(listPublishers, rights.publishers);
  answer(listCiIdentities, []);
});
afterEach(forgetAnswers);

const press = (inside: HTMLElement, name: string) =>
  fireEvent.click(within(inside).getByRole('button', { name }));

async function open(): Promise<HTMLElement> {
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting?tab=areas&area=logs',
    children: <SettingsPage />,
  });
  return await screen.findByRole('dialog', { name: 'Area logs' });
}

/** Presses the button of the question with this title. */
async function confirm(title: string, button: string): Promise<void> {
  const question = (await screen.findByText(title)).closest('.arco-modal') as HTMLElement;
  press(question, button);
}

/** A promotion that waits. `user_id` 1 is the person who looks. */
function answerWaiting(user_id: number, username = 'ada'): void {
  const request = { build_id: ids.CANARY, user_id, username, requested_at: 1_795_000_000 };
  answer(listAreas, [{ ...busyArea, approval: { needed: true, request } }]);
}

test('a promotion that a deploy token requested names the token', async () => {
  answerWaiting(0, 'deploy token 12 (ci)');
  const requested = `Deploy token “ci” requested to promote build ${ids.CANARY}.`;
  expect(await within(await open()).findByText(requested, { exact: false })).toBeTruthy();
});

test('a promotion that another user requested is approved by a button', async () => {
  answerWaiting(12);
  answer(promoteBuild, { state: 'stable' });
  const drawer = await open();
  expect(drawer.textContent).toContain(`ada requested to promote build ${ids.CANARY}`);
  press(drawer, 'Approve');
  await confirm(`Approve build ${ids.CANARY} for everyone?`, 'Approve');
  await waitFor(() => expect(callsOf(promoteBuild)).toEqual([{ id: 'logs', build_id: ids.CANARY }]));
});

test('the own promotion can be withdrawn and not approved', async () => {
  answerWaiting(1);
  answer(declinePromotion, undefined);
  const drawer = await open();
  expect(within(drawer).queryByRole('button', { name: 'Approve' })).toBeNull();
  press(drawer, 'Withdraw');
  await confirm(`Withdraw the promotion of build ${ids.CANARY}?`, 'Withdraw');
  await waitFor(() => expect(callsOf(declinePromotion)).toEqual([{ id: 'logs' }]));
});

test('the rule is set after a question', async () => {
  answer(setAreaApproval, undefined);
  const drawer = await open();
  expect(drawer.textContent).toContain('One person can promote a build.');
  press(drawer, 'Require approval');
  await confirm('Require another person for promotions?', 'Require approval');
  await waitFor(() => expect(callsOf(setAreaApproval)).toEqual([{ id: 'logs', needed: true }]));
});

test('a job of a build server is trusted by its subject, and no longer', async () => {
  const subject = 'repo:acme/logs:ref:refs/heads/main';
  answer(addCiIdentity, 3);
  answer(removeCiIdentity, undefined);
  const drawer = await open();
  press(drawer, 'Trust a job');
  const dialog = await screen.findByRole('dialog', { name: 'Trust a job for logs' });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Name/ }), { target: { value: 'main' } });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Subject/ }), { target: { value: subject } });
  const issuer = 'https://token.actions.githubusercontent.com';
  const identity = { name: 'main', issuer, audience: location.origin, subject, rights: ['publish'] as const };
  const listed = { ...identity, rights: ['publish' as const], id: 3, created_at: 1, used_at: 0 };
  answer(listCiIdentities, [listed]);
  press(dialog, 'Trust a job');
  await waitFor(() => expect(callsOf(addCiIdentity)).toEqual([{ id: 'logs', ...identity }]));
  expect(await within(drawer).findByText(subject)).toBeTruthy();
  const section = within(drawer).getByRole('region', { name: 'Build servers' });
  press(section, 'Remove');
  await confirm('Remove “main”?', 'Remove');
  await waitFor(() => expect(callsOf(removeCiIdentity)).toEqual([{ id: '3' }]));
});
