import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf } from '@tollgate/api-client/testing';
import {
  deleteIncident,
  getStatusPage,
  type PublicModel,
  type User,
  updateIncident,
} from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ada, admin } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { incident, page } from './status-page.fixtures.ts';

function open(setting: { user?: User } = {}) {
  onTestFinished(answer(getStatusPage, page));
  visit({ url: '/status', status: { status_page_enabled: true }, ...setting });
  return screen.findByRole('heading', { level: 1, name: 'Tollgate status' });
}

test('a visitor sees the state, the uptime and the speed of each model, and what administrators wrote', async () => {
  await open();
  expect(await screen.findByText('Some requests may fail: 1 model degraded')).toBeTruthy();
  const [row] = screen
    .getAllByRole('img', { name: /^Uptime/ })
    .map((days) => days.closest('li') as HTMLElement);
  expect(within(row!).getByText('Degraded')).toBeTruthy();
  expect(within(row!).getByText('98.1%')).toBeTruthy();
  expect(within(row!).getByText('2.1 s')).toBeTruthy();
  expect(screen.getByText('No requests yet')).toBeTruthy();
  expect(screen.getByText('Affected: claude-sonnet-4')).toBeTruthy();
  expect(screen.getAllByText('Resolved').length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /incident/i })).toBeNull();
});

test('the sentence for the whole site counts the models that are down and degraded, each in its plural', async () => {
  const [first, ...others] = page.models as [PublicModel, ...PublicModel[]];
  const models = [first, ...others.map((model) => ({ ...model, status: 'down' as const }))];
  onTestFinished(answer(getStatusPage, { ...page, models }));
  visit({ url: '/status', status: { status_page_enabled: true } });
  expect(await screen.findByText('Some requests may fail: 3 models down, 1 model degraded')).toBeTruthy();
});

test('the page does not exist while it is switched off, and no link leads to it', async () => {
  visit({ url: '/status' });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Status' })).toBeNull();
  expect(callsOf(getStatusPage)).toEqual([]);
});

test('the footer leads to the page while it is switched on', async () => {
  visit({ url: '/about', status: { status_page_enabled: true } });
  expect((await screen.findByRole('link', { name: 'Status' })).getAttribute('href')).toBe('/status');
});

test('a user reads the page only', async () => {
  await open({ user: ada });
  await screen.findByText(incident.title);
  expect(screen.queryByRole('button', { name: /incident/i })).toBeNull();
});

test('an administrator resolves an incident and deletes it', async () => {
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  onTestFinished(answer(updateIncident, { ...incident, state: 'resolved' }));
  onTestFinished(answer(deleteIncident, undefined));
  await open({ user: admin });
  await person.click(await screen.findByRole('button', { name: `Edit incident: ${incident.title}` }));
  let drawer = await screen.findByRole('dialog', { name: 'Edit incident' });
  await person.click(within(drawer).getByRole('combobox', { name: 'State' }));
  await person.click(await screen.findByRole('option', { name: 'Resolved' }));
  await person.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(callsOf(updateIncident)).toMatchObject([{ id: 1, state: 'resolved', title: incident.title }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: `Edit incident: ${incident.title}` }));
  drawer = await screen.findByRole('dialog', { name: 'Edit incident' });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Delete incident' }));
  const question = await screen.findByRole('dialog', { name: `Delete “${incident.title}”?` });
  expect(callsOf(deleteIncident)).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Delete incident' }));
  await waitFor(() => expect(callsOf(deleteIncident)).toEqual([{ id: '1' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
