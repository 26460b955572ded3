// What screens are tested with, compared with the answers of a real gateway:
// @reads mfe-*/src/**/*.fixtures.ts
// @reads shell/src/testing/make-status.ts
import path from 'node:path';
import {
  type ChannelType,
  getStatus,
  listChannelTypes,
  listGroups,
  listModelsByType,
  listOptions,
  type Output,
  type SiteStatus,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');

/** Areas know only the contract, so this reads their files instead of importing them. */
async function read<T>(file: string): Promise<T> {
  return (await import(path.join(root, file))) as T;
}

interface ChannelFixtures {
  types: ChannelType[];
  modelsByType: Record<number, string[]>;
  groups: string[];
}
interface SettingsFixtures {
  rows: Output<typeof listOptions>;
  unusualRows: Output<typeof listOptions>;
}

let app: TestApp;
let channels: ChannelFixtures;
beforeAll(async () => {
  app = await buildTestApp();
  channels = await read('mfe-admin-channels/src/channels/channels.fixtures.ts');
});
afterAll(() => app.close());

test('each channel type of the screens is one of the gateway, offered or not as there', async () => {
  const real = await app.as('admin').get(listChannelTypes, {});
  for (const type of channels.types) expect(real).toContainEqual(type);
});

test('the models of a type are among those that the gateway fills in', async () => {
  const real = await app.as('admin').get(listModelsByType, {});
  for (const [type, models] of Object.entries(channels.modelsByType))
    expect(real[type], `type ${type}`).toEqual(expect.arrayContaining(models));
});

test('the groups are those of a new gateway', async () => {
  expect((await app.as('admin').get(listGroups, {})).toSorted()).toEqual(channels.groups.toSorted());
});

test('the options have the keys of the gateway, and the same ones are secret', async () => {
  const { rows, unusualRows } = await read<SettingsFixtures>(
    'mfe-admin-settings/src/settings/settings.fixtures.ts',
  );
  const real = await app.as('root').get(listOptions, {});
  const keysOf = (list: typeof real) => list.map(({ key }) => key).toSorted();
  const secretsOf = (list: typeof real) => keysOf(list.filter(({ configured }) => configured !== undefined));
  expect(keysOf(rows)).toEqual(keysOf(real));
  expect(secretsOf(rows)).toEqual(secretsOf(real));
  const shown = new Map(real.map((row) => [row.key, row.value]));
  for (const { key, value, configured } of unusualRows)
    expect(configured ? shown.has(key) : value !== shown.get(key), key).toBe(true);
});

test('the status has the fields of the gateway, with values of the same types', async () => {
  const { makeStatus } = await read<{ makeStatus: () => SiteStatus }>('shell/src/testing/make-status.ts');
  const typesOf = (status: SiteStatus) =>
    Object.fromEntries(Object.entries(status).map(([key, value]) => [key, typeof value]));
  const real = await app.as('visitor').get(getStatus, {});
  expect(typesOf({ data_export_interval: 5, quota_remind_threshold: 1, ...makeStatus() })).toEqual(
    typesOf(real),
  );
});
