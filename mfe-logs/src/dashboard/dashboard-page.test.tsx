import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getOwnService,
  getSelf,
  getService,
  getStatus,
  listOwnSpend,
  listOwnUsage,
  listSpend,
  listUsage,
  listUserUsage,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { service, spend, usageHours, userHours } from './dashboard.fixtures.ts';
import './dashboard-page.tsx'; // preloaded: the first test must not wait for it
import { accountWith, siteWith } from './site.fixtures.ts';

beforeEach(() => {
  answer(getStatus, siteWith());
  answer(getSelf, accountWith());
  answer(listUsage, usageHours);
  answer(listOwnUsage, usageHours);
  answer(listUserUsage, userHours);
  answer(listSpend, spend);
  answer(listOwnSpend, spend);
  answer(getService, service);
  answer(getOwnService, service);
});
afterEach(forgetAnswers);

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const openAs = (role: 'user' | 'admin', path = '/detail') => renderArea({ id: 'logs', area, role, path });
const tile = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).closest('dl')!;

test('tiles show balance, total usage and usage within the range', async () => {
  await openAs('user');
  await waitFor(async () => expect((await tile('Balance')).textContent).toContain('$10.00'));
  expect((await tile('Total spend')).textContent).toContain('$2.50');
  expect((await tile('Total requests')).textContent).toContain('12.3k');
  answer(getOwnService, { ...service, items: [{ ...service.items[0]!, calls: 9, errors: elevenFailures }] });
  await person.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(async () => expect((await tile('Requests')).textContent).toMatch(/^Requests20/));
  expect((await tile('Success rate')).textContent).toContain('45%');
  expect((await tile('Success rate')).textContent).toContain('11 failed');
});

const elevenFailures = { rate_limit: 1, access: 2, request: 3, server: 5 };

test('tiles show the change since the time before, and how requests went', async () => {
  const [one] = usageHours;
  answer(listUsage, ({ end_timestamp }: { end_timestamp?: unknown }) =>
    Number(end_timestamp) < 1_773_306_000 ? [{ ...one!, quota: 100 }] : [{ ...one!, quota: 150 }],
  );
  const [part] = service.items;
  const errors = { rate_limit: 0, access: 0, request: 0, server: 1 };
  const duration_ms = { p50: 900, p95: 1800, p99: 1800 };
  answer(getService, { ...service, items: [{ ...part!, calls: 39, errors, duration_ms }] });
  await openAs('admin', '/detail?time=1773306000-1773482400');
  await waitFor(async () => expect((await tile('Spend')).textContent).toContain('50%'));
  const served = await tile('Success rate');
  await waitFor(() => expect(served.textContent).toContain('97.5%'));
  expect(served.textContent).toContain('1 failed · p95 up to 1.8 s');
});

test('an admin can see the own usage alone', async () => {
  await openAs('admin');
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Usage' }), 'My usage');
  expect(await screen.findByRole('heading', { name: 'Your usage in this period' })).toBeTruthy();
  expect(callsOf(listOwnUsage).length).toBeGreaterThan(0);
  expect(screen.queryByLabelText('Username')).toBeNull();
});

// @spec G047
test('a user requests only their own usage and has no filter by user', async () => {
  await openAs('user', '/detail?time=100-200&username=bob');
  await screen.findByRole('heading', { name: 'Models' });
  expect(callsOf(listOwnUsage)[0]).toEqual({ start_timestamp: '100', end_timestamp: '200' });
  expect(callsOf(listUsage)).toEqual([]);
  expect(callsOf(listUserUsage)).toEqual([]);
  expect(screen.queryByLabelText('Username')).toBeNull();
});

test("an admin sees everybody's usage by model and by user, or that of one user", async () => {
  await openAs('admin', '/detail?time=1773306000-1773482400');
  expect(await screen.findByRole('heading', { name: 'Cost by user' })).toBeTruthy();
  await person.type(screen.getByLabelText('Username'), 'bob{Enter}');
  await waitFor(() => expect(callsOf(listUsage).at(-1)).toMatchObject({ username: 'bob' }));
  expect(callsOf(listOwnUsage)).toEqual([]);
});

// @spec J086
test('the site sets the default granularity and the user can change it', async () => {
  answer(getStatus, siteWith({ data_export_default_time: 'week' }));
  await openAs('user');
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Granularity' });
  await waitFor(() => expect(choice.value).toBe('week'));
  expect([...choice.options].map(({ value }) => value)).toEqual(['hour', 'day', 'week']);
  await person.selectOptions(choice, 'day');
  await waitFor(() => {
    const hours = callsOf(listOwnUsage).map(({ start_timestamp }) =>
      Math.ceil((Date.now() / 1000 - Number(start_timestamp)) / 3600),
    );
    expect(hours).toContain(7 * 24);
  });
});

test('the table of models shows the cost and share of each', async () => {
  await openAs('user');
  const table = await screen.findByRole('table');
  const [, first] = within(table).getAllByRole('row');
  expect(first?.textContent).toMatch(/^gpt-4o/);
  expect(first?.textContent).toMatch(/\$\d+\.\d\d.*%$/);
});

test('a range that is too long shows an error and can be changed', async () => {
  answer(listOwnUsage, { code: 'time_range_too_long', details: { days: 30 } });
  await openAs('user');
  expect((await screen.findByRole('alert')).textContent).toMatch(/30 days/);
  expect(screen.getByRole('combobox', { name: 'Granularity' })).toBeTruthy();
});

test('the dashboard shows one failure when everything fails, and reloads all of it', async () => {
  answer(getSelf, { code: 'internal' });
  answer(listOwnUsage, { code: 'internal' });
  await openAs('user');
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(screen.getAllByRole('alert')).toEqual([alert]));
  answer(getSelf, accountWith());
  answer(listOwnUsage, usageHours);
  await person.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect((await tile('Balance')).textContent).toContain('$10.00'));
  expect(await tile('Requests')).toBeTruthy();
});

test('a dashboard without usage shows a hint', async () => {
  answer(listOwnUsage, []);
  await openAs('user');
  expect(await screen.findByText('No usage in this period')).toBeTruthy();
});

test('a dashboard without usage statistics shows who can enable them', async () => {
  answer(getStatus, siteWith({ enable_data_export: false }));
  await openAs('user');
  expect(await screen.findByText('The dashboard is turned off')).toBeTruthy();
});

test('sums say whose usage they are', async () => {
  const { unmount } = await openAs('user');
  expect(await screen.findByRole('heading', { name: 'Your usage in this period' })).toBeTruthy();
  unmount();
  await openAs('admin');
  expect(await screen.findByRole('heading', { name: 'All users in this period' })).toBeTruthy();
  await person.type(screen.getByLabelText('Username'), 'bob{Enter}');
  expect(await screen.findByRole('heading', { name: 'bob in this period' })).toBeTruthy();
});

test('the charts of a page give a model the same color, and the costs of users sum up to that of all', async () => {
  const at = Math.floor(Date.now() / 3_600_000) * 3600;
  const row = { ...usageHours[0]!, created_at: at };
  const models = Array.from({ length: 10 }, (_, index) => ({
    ...row,
    model_name: `m${index}`,
    count: index + 1,
    quota: 1000 - index,
  }));
  answer(listUsage, models);
  answer(listUserUsage, [{ ...userHours[0]!, created_at: at, quota: 1000 }]);
  await openAs('admin');
  const colors = async (chart: string) => {
    const legend = within(await screen.findByRole('region', { name: chart })).getByRole('list');
    return within(legend)
      .getAllByRole('button')
      .map((key) => [key.textContent, key.querySelector<HTMLElement>('.tg-chart-mark')?.style.background]);
  };
  const byCost = await colors('Cost by model');
  expect(byCost.map(([name]) => name)).toEqual([...models.slice(0, 8).map((one) => one.model_name), 'Other']);
  expect(await colors('Charged requests by model')).toEqual(byCost);
  const table = screen.getByRole('region', { name: 'Models' });
  const marks = [...table.querySelectorAll<HTMLElement>('tr[data-row] .tg-chart-mark')];
  expect(marks.slice(0, 8).map(({ style }) => style.background)).toEqual(
    byCost.slice(0, 8).map(([, color]) => color),
  );

  const users = await screen.findByRole('region', { name: 'Cost by user' });
  await person.click(within(users).getByRole('button', { name: 'Table' }));
  const total = models.reduce((sum, { quota }) => sum + quota, 0);
  expect(users.textContent).toContain('Other');
  expect(users.textContent).toContain(`$${((total - 1000) / 500_000).toFixed(3)}`);
});

test('charts end with the current hour', async () => {
  const at = Math.floor(Date.now() / 3_600_000) * 3600;
  answer(listOwnUsage, [{ ...usageHours[0]!, created_at: at }]);
  await openAs('user');
  const chart = await screen.findByRole('region', { name: 'Cost by model' });
  await person.click(within(chart).getByRole('button', { name: 'Table' }));
  const rows = within(chart).getAllByRole('row');
  expect(rows).toHaveLength(1 + 24);
  expect(rows.at(-1)?.textContent).not.toContain('$0.00');
});

test('an admin chooses what the second chart of costs is by, and a user sees tokens', async () => {
  const { unmount } = await openAs('admin', '/detail?time=1773306000-1773482400');
  await person.selectOptions(await screen.findByRole('combobox', { name: 'By' }), 'Channel');
  const chart = await screen.findByRole('region', { name: 'Cost by channel' });
  expect(callsOf(listSpend).at(-1)).toMatchObject({ by: 'channel', start_timestamp: '1773306000' });
  expect(chart.textContent).toContain('production');
  expect(chart.textContent).toContain('Deleted (42)');
  unmount();
  await openAs('user', '/detail?time=1773306000-1773482400');
  expect(await screen.findByRole('region', { name: 'Cost by token' })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'By' })).toBeNull();
});

test('charts show latency, failures by class and the share of cached input', async () => {
  await openAs('user', '/detail?time=1773306000-1773482400');
  const chart = async (name: string) => {
    const region = await screen.findByRole('region', { name });
    await person.click(within(region).getByRole('button', { name: 'Table' }));
    return region.textContent ?? '';
  };
  expect(await chart('Latency')).toMatch(/Duration p95.*First token p50.*5.2 s/s);
  expect(await chart('Failed requests')).toMatch(/Rate limit \(429\).*Server \(5xx\)/s);
  expect(await chart('Cached input tokens')).toContain('15%');
});

test('a period without failed requests says so', async () => {
  const errors = { rate_limit: 0, access: 0, request: 0, server: 0 };
  answer(getOwnService, { ...service, items: service.items.map((part) => ({ ...part, errors })) });
  await openAs('user', '/detail?time=1773306000-1773482400');
  expect(await screen.findByText('No failed requests in this period')).toBeTruthy();
});
