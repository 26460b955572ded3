import { type Endpoint, parseAddress } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logsRows } from '../../testing/console-api-logs.ts';
import { peopleRows } from '../../testing/console-api-people.ts';
import { type ConsoleApiRow, sendRow } from '../../testing/console-api-rows.ts';
import { supplyRows } from '../../testing/console-api-supply.ts';
import { buildConsoleApiWorld, type ConsoleApiWorld } from '../../testing/console-api-world.ts';

/** No test writes these values on purpose: a row that contains one had a protected field overwritten. */
const NUMBER = 864_200_421;
const TEXT = 'written-by-mass-assignment';

let world: ConsoleApiWorld;
/** Every column of every table, with a value of its type. */
let columns: Record<string, number | string>;

beforeAll(async () => {
  world = await buildConsoleApiWorld();
  const tables = await world.ctx.db.introspection.getTables();
  columns = { role: NUMBER, quota: NUMBER, used_quota: NUMBER, request_count: NUMBER, aff_quota: NUMBER };
  for (const { name, dataType } of tables.flatMap((table) => table.columns)) {
    columns[name] = /int|real/i.test(dataType) ? NUMBER : TEXT;
  }
});
afterAll(() => world.close());

const rows = [...peopleRows, ...supplyRows, ...logsRows].filter(
  ({ call, by }) => isWrite(call) && by !== 'fresh',
);

test('the table has writes of every kind of row', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(Object.keys(columns).length).toBeGreaterThan(100);
});

test.each(rows.map((row) => [row.call, row] as const))(
  '%s writes only the fields that the contract names',
  async (call, row) => {
    for (const person of [leastOf(row), 'root'] as const) {
      const sends = typeof row.sends === 'function' ? row.sends(world) : (row.sends ?? {});
      const foreign = Object.entries(columns).filter(
        ([name]) => !(name in sends) && !fieldsOf(call).has(name),
      );
      const before = await rights();
      const { status, body, text } = await sendRow(world.as(person), call, {
        ...Object.fromEntries(foreign),
        ...sends,
      });
      expect(status, text).toBeLessThan(500);
      if (person !== 'root') expect(body.success, text).toBe(true);
      expect(await whereWritten()).toEqual([]);
      expect(changedRights(before, await rights(), call)).toEqual([]);
    }
  },
);

test('no user gains rights by sending a role, an owner or a balance in a field with another purpose', async () => {
  const { person } = world.ids;
  const before = await rights();
  await world.as('admin').send('PUT', '/api/user/', { body: { id: person, role: 9, display_name: 'x' } });
  await world.as('admin').send('POST', '/api/user/', {
    body: { username: 'riser', password: 'a long secret 1', role: 9, quota: NUMBER, inviter_id: 1 },
  });
  const after = await rights();
  expect(changedRights(before, after, '')).toEqual([]);
  expect(after.find(({ username }) => username === 'riser')).toMatchObject({ role: 1, inviter_id: 0 });
  expect(await whereWritten()).toEqual([]);
});

/** Tables of both databases that contain one of the values. */
async function whereWritten(): Promise<string[]> {
  const found: string[] = [];
  for (const db of [world.ctx.db, world.ctx.logDb] as unknown as Kysely<Record<string, object>>[]) {
    for (const { name } of await db.introspection.getTables()) {
      const stored = JSON.stringify(await db.selectFrom(name).selectAll().execute());
      if (stored.includes(String(NUMBER)) || stored.includes(TEXT)) found.push(name);
    }
  }
  return found;
}

function rights() {
  return world.ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'role', 'status', 'group', 'inviter_id', 'aff_count', 'deleted_at'])
    .execute();
}

type Rights = Awaited<ReturnType<typeof rights>>;

/** Users whose rights changed, except those whom the call is about. */
function changedRights(before: Rights, after: Rights, call: string): string[] {
  if (/user\/manage|DELETE \/api\/user/.test(call)) return [];
  return before
    .filter((row) => {
      const now = after.find(({ id }) => id === row.id);
      return JSON.stringify({ ...now, username: '' }) !== JSON.stringify({ ...row, username: '' });
    })
    .map(({ username }) => username);
}

function leastOf({ level, by }: ConsoleApiRow): 'visitor' | 'user' | 'admin' | 'root' {
  if (by && by !== 'fresh' && by !== 'other') return by;
  return level === 'public' || level === 'maybe-user' ? 'visitor' : level;
}

function endpointOf(call: string): Endpoint | undefined {
  const path = call.split('?')[0] ?? '';
  return endpoints.find(({ address }) => address === path || `${address}/` === path);
}

function fieldsOf(call: string): Set<string> {
  const endpoint = endpointOf(call);
  return new Set(Object.keys((endpoint?.input as unknown as { shape?: object } | undefined)?.shape ?? {}));
}

function isWrite(call: string): boolean {
  const endpoint = endpointOf(call);
  return (
    endpoint !== undefined && (endpoint.changes === true || parseAddress(endpoint.address).method !== 'GET')
  );
}
