import type { Access } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from './app.ts';
import { createClient, type TestAnswer, type TestClient } from './client.ts';
import { differences, type Shape } from './console-api-shapes.ts';
import { buildConsoleApiWorld, type ConsoleApiWorld } from './console-api-world.ts';
import { makeUser } from './factories.ts';

export type Input = Record<string, unknown>;

/** One endpoint of the console API. Paths, fields and shapes are those of new-api. */
export interface ConsoleApiRow {
  readonly row: number;
  /** `PUT /api/token/?status_only=true`. */
  readonly call: string;
  readonly level: Access;
  /** Default: the lowest role of the level. `fresh` is a new user, for calls that end the account. */
  readonly by?: Actor | 'fresh';
  readonly sends?: Input | ((world: ConsoleApiWorld) => Input);
  /** The shape of `data`; of the whole answer when it begins with `success`. `none`: there is no data. */
  readonly gives: Shape | 'none';
  /** Input that is refused with HTTP 200 and this code, by the same user unless another is named. */
  readonly refuses?: readonly [Input, code: string, by?: Actor];
}

/** Tests that each endpoint exists with its level, and its answers to valid and refused input. */
export function describeRows(title: string, rows: readonly ConsoleApiRow[]): void {
  describe(title, () => {
    let world: ConsoleApiWorld;
    beforeAll(async () => {
      world = await buildConsoleApiWorld();
    });
    afterAll(() => world?.close());

    test.each(rows.map((row) => [row.row, row.call, row] as const))('row %i: %s', async (_, __, row) => {
      expect(accessOf(row.call)).toBe(row.level);
      const done = await sendRow(await personFor(world, row), row.call, inputOf(row, world));
      expect(done.status, done.text).toBe(200);
      expect(problemsOf(done, row.gives), done.text).toEqual([]);
      if (!row.refuses) return;

      const [input, code, by] = row.refuses;
      const person = by ? world.as(by) : await personFor(world, row);
      const refused = await sendRow(person, row.call, input);
      expect([refused.status, refused.body.success, refused.body.code]).toEqual([200, false, code]);
      expect(refused.body.message.length).toBeGreaterThan(3);
      expect(refused.body).not.toHaveProperty('data.id');
    });

    const guarded = rows.filter(({ level }) => level === 'user' || level === 'admin' || level === 'root');
    test.each(guarded.map((row) => [row.row, row.call]))(
      'row %i: %s answers a visitor 401 with a sentence, and nothing else',
      async (_, call) => {
        const { status, body } = await sendRow(world.as('visitor'), call as string, {});
        expect([status, body.success]).toEqual([401, false]);
        expect(body.message.length).toBeGreaterThan(3);
        expect(body).not.toHaveProperty('data');
      },
    );
  });
}

/** Returns the access level of a path in the contract; sign-in providers share one endpoint there. */
export function accessOf(call: string): Access | undefined {
  const [method = '', url = ''] = call.split(' ');
  const path = url.split('?')[0] ?? '';
  const spellings = [path, path.replace(/\/$/, ''), path.replace(/[^/]+$/, ':provider')];
  const found = spellings.map((spelling) =>
    endpoints.find(({ address }) => address === `${method} ${spelling}`),
  );
  return found.find(Boolean)?.access;
}

/** Puts fields into the path where it names them, else into the query or the body, like new-api. */
export function sendRow(client: TestClient, call: string, input: Input): Promise<TestAnswer> {
  const [method = 'GET', path = ''] = call.split(' ');
  const rest = { ...input };
  const url = path.replace(/:(\w+)/, (_, name: string) => {
    const value = rest[name] ?? 1;
    delete rest[name];
    return String(value);
  });
  if (method === 'POST' || method === 'PUT') return client.send(method, url, { body: rest });
  const query = new URLSearchParams(rest as Record<string, string>);
  return client.send(method as 'GET', query.size > 0 ? `${url}?${query}` : url);
}

async function personFor(world: ConsoleApiWorld, { by, level }: ConsoleApiRow): Promise<TestClient> {
  if (by === 'fresh') return createClient(world.app, world.ctx, await makeUser(world.ctx));
  const least = { public: 'visitor', 'maybe-user': 'visitor', user: 'user', admin: 'admin', root: 'root' };
  return world.as(by ?? (least[level] as Actor));
}

function inputOf({ sends = {} }: ConsoleApiRow, world: ConsoleApiWorld): Input {
  return typeof sends === 'function' ? sends(world) : sends;
}

function problemsOf({ body }: TestAnswer, gives: Shape): string[] {
  if (typeof gives === 'object' && 'success' in gives) return differences(body, gives, 'answer');
  if (body.success !== true || typeof body.message !== 'string') return ['the envelope is another'];
  if (gives === 'none') return body.data === undefined ? [] : ['there is data'];
  return differences(body.data, gives);
}
