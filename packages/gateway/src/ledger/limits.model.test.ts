import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestStore } from '../testing/ledger.ts';
import { LimitModel } from '../testing/limit-model.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { accountId } from './accounts.ts';
import { type LimitClaim, type LimitWindow, toHeldWindows } from './limit-claims.ts';
import type { Operation, Outcome } from './types.ts';

/** `npm run trust -- limits` makes all 10,000. */
const RUNS = process.env.FUZZ ? 10_000 : 1_000;
const RUNS_ON_DATABASES = process.env.FUZZ ? 2_000 : 25;
const SEED = 20_261_125;
const DAY = 100;

interface Books {
  apply(batch: readonly Operation[]): Outcome[] | Promise<Outcome[]>;
  findWindows(ids: readonly string[]): Promise<Pick<LimitWindow, 'id' | 'spent' | 'held'>[]>;
}

/** What an administrator set: a daily or rolling limit of quota or tokens, for two subjects. */
const rule = fc.record({
  period: fc.constantFrom(0, 0, 7, 30),
  countsTokens: fc.boolean(),
  isEach: fc.boolean(),
  limit: fc.integer({ min: 0, max: 60 }),
});
const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      amount: fc.nat(20),
      tokens: fc.nat(20),
      subject: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      which: fc.nat(9),
      more: fc.nat(9),
      tokens: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(9),
      cost: fc.nat(20),
      tokens: fc.nat(20),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), seconds: fc.integer({ min: -20, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), rule: fc.nat(2), limit: fc.nat(80) }),
  },
);
const story = fc.tuple(
  fc.array(rule, { minLength: 1, maxLength: 3 }),
  fc.array(anyStep, { minLength: 5, maxLength: 30 }),
);
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

test('limits in memory agree with a model that keeps every call', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (written) => {
      const store = new MemoryStore();
      await compare(written, '', {
        apply: (batch) => store.apply(batch),
        findWindows: async (ids) => ids.flatMap((id) => store.windows.get(id) ?? []),
      });
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 300_000);

describeDatabases('limits', (database) => {
  let opened: OpenDatabase;
  let books: Books & { close(): Promise<void> };
  beforeAll(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 1, 1e12);
    const { store, release } = await openTestStore(opened, 'limits');
    books = {
      apply: (batch) => store.apply(batch),
      findWindows: (ids) =>
        opened.db
          .selectFrom('limit_window')
          .select(['id', 'spent', 'held'])
          .where('id', 'in', [...ids, ''])
          .execute(),
      async close() {
        await store.close();
        release();
      },
    };
  });
  afterAll(async () => {
    await books.close();
    await opened.dispose();
  });

  test('limits in the database agree with a model that keeps every call', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(story, (written) => {
        run += 1;
        return compare(written, `${run}-`, books);
      }),
      { numRuns: RUNS_ON_DATABASES, seed: SEED },
    );
  }, 300_000);
});

/** Runs the same steps on both and compares every answer and, at the end, every window. */
async function compare([rules, steps]: Story, prefix: string, books: Books): Promise<void> {
  const model = new LimitModel();
  const limits = rules.map(({ limit }) => limit);
  const claimsOfCalls = new Map<string, LimitClaim[]>();
  let now = 1000;
  let calls = 0;
  const claimsOf = (subject: number, tokens: number): LimitClaim[] =>
    rules.map(({ period, countsTokens, isEach }, index) => {
      const startsAt = period > 0 ? 0 : Math.floor(now / DAY) * DAY;
      const whose = isEach ? String(subject) : '';
      return {
        window: `${prefix}${index}.0.${whose}.${startsAt}`,
        ...{ rule: index, subject: whose, startsAt, period, at: now, limit: limits[index] as number },
        ...(countsTokens && { tokens }),
      };
    });
  const send = async (operation: Operation & { full?: { rule: number } }) => {
    const [outcome] = await books.apply([operation]);
    return outcome === 'limit_full' ? operation.full?.rule : undefined;
  };

  for (const step of steps) {
    const running = model.running();
    const id = 'which' in step ? (running[step.which % Math.max(1, running.length)] ?? '') : '';
    if (step.kind === 'clock') now = Math.max(100, now + step.seconds);
    else if (step.kind === 'edit') limits[step.rule % rules.length] = step.limit;
    else if (step.kind === 'call') {
      calls += 1;
      const name = `${prefix}call-${calls}`;
      const claims = claimsOf(step.subject, step.tokens);
      const hold = {
        id: name,
        user: accountId('user', 1),
        token: null,
        amount: step.amount,
        used: 0,
        ...{ instance: 'model', snapshot: '{}', windows: toHeldWindows(claims) },
      };
      const full = await send({ kind: 'reserve', hold, claims });
      expect(full).toBe(model.reserve(name, claims, step.amount));
      if (full === undefined) claimsOfCalls.set(name, claims);
    } else if (id === '') {
    } else if (step.kind === 'extend') {
      const call = model.calls.get(id) as { amount: number; tokens: number };
      const [amount, tokens] = [call.amount + step.more, call.tokens + step.tokens];
      const claims = (claimsOfCalls.get(id) ?? []).map((claim) =>
        claim.tokens === undefined ? claim : { ...claim, tokens },
      );
      const full = await send({ kind: 'extend', id, amount, used: 0, claims });
      expect(full).toBe(model.extend(id, claims, amount, tokens));
    } else if (step.kind === 'settle') {
      await send({ kind: 'finish', id, cost: step.cost, tokens: step.tokens, state: 'settled' });
      model.settle(id, step.cost, step.tokens);
    } else {
      await send({ kind: 'finish', id, cost: 0, state: 'voided' });
      model.void(id);
    }
  }
  const windows = model.windows();
  const found = new Map((await books.findWindows(windows)).map((window) => [window.id, window]));
  for (const id of windows) expect([id, found.get(id)]).toMatchObject([id, model.usage(id)]);
}
