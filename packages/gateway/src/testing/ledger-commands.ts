import fc from 'fast-check';
import { expect } from 'vitest';
import type { Ledger } from '../ledger/index.ts';
import { listBalances, post } from '../ledger/post.ts';
import type { OpenDatabase } from './databases.ts';
import type { LedgerModel } from './ledger-model.ts';
import { reservation, usageRecord } from './records.ts';

/** The ledger under test. `restart` is a crash: everything that is not on the disk is lost. */
export interface RealLedger {
  readonly opened: OpenDatabase;
  ledger: Ledger;
  restart(): Promise<void>;
  /** Makes names and numbers of this run differ from those of others in the same database. */
  id(name: number): string;
  user(number: number): number;
}

type Command = fc.AsyncCommand<LedgerModel, RealLedger>;

/** Returns sequences of all ledger operations, with few ids and small balances, so that they collide. */
export function ledgerCommands() {
  const name = fc.nat(7);
  const number = fc.nat(1);
  const amount = fc.nat(400);
  const settled = fc.boolean();
  return fc.commands(
    [
      fc.array(fc.tuple(name, number, amount), { minLength: 1, maxLength: 5 }).map(reserve),
      fc
        .array(fc.tuple(name, number, fc.boolean(), amount, amount, amount), { minLength: 1, maxLength: 5 })
        .map(reserveUpTo),
      name.map(dispatch),
      fc.tuple(name, amount, amount).map(extend),
      fc.tuple(name, fc.nat(500), settled).map(settle),
      fc.tuple(name, settled).map(giveUp),
      fc.tuple(name, number, fc.integer({ min: -300, max: 600 })).map(move),
      fc.constant(crash()),
    ],
    { maxCommands: 30 },
  );
}

export async function expectSameBalances(model: LedgerModel, { ledger, opened }: RealLedger): Promise<void> {
  await ledger.settled();
  for (const [type, accounts] of [
    ['user', model.users],
    ['token', model.tokens],
  ] as const) {
    const balances = await listBalances(opened.db, type, [...accounts.keys()]);
    for (const [owner, account] of accounts) expect(balances.get(owner)).toMatchObject(account);
  }
}

/** Several at once: they are decided in the order of the requests. */
function reserve(requests: [number, number, number][]): Command {
  return {
    check: () => true,
    async run(model, real) {
      const answers = await Promise.all(
        requests.map(([name, number, amount]) =>
          real.ledger.reserve(
            reservation({ id: real.id(name), userId: real.user(number), amount, estimate: 20 }),
          ),
        ),
      );
      const expected = requests.map(([name, number, amount]) =>
        model.reserve(real.id(name), real.user(number), amount, 20),
      );
      expect(answers).toEqual(expected);
    },
    toString: () => `reserve ${JSON.stringify(requests)}`,
  };
}

/** Several at once, each with less than it requests when there is not enough. */
function reserveUpTo(requests: [number, number, boolean, number, number, number][]): Command {
  const limits = requests.map(([name, number, isPatient, ...amounts]) => {
    const [least = 0, comfortable = 0, requested = 0] = amounts.toSorted((a, b) => a - b);
    return { name, number, requested, least, comfortable, isPatient };
  });
  return {
    check: () => true,
    async run(model, real) {
      const grants = await Promise.all(
        limits.map(({ name, number, requested: amount, ...leeway }) =>
          real.ledger.reserveUpTo(
            reservation({ id: real.id(name), userId: real.user(number), amount, estimate: 20 }),
            leeway,
          ),
        ),
      );
      const expected = limits.map(({ name, number, ...request }) =>
        model.reserveUpTo(real.id(name), real.user(number), { ...request, estimate: 20 }),
      );
      expect(grants).toEqual(expected);
    },
    toString: () => `reserve up to ${JSON.stringify(limits)}`,
  };
}

function dispatch(name: number): Command {
  return onOpenHold(`dispatch ${name}`, name, async (model, { ledger }, id) => {
    ledger.dispatch(id, 3);
    model.hold(id).dispatched = true;
  });
}

function extend([name, step, used]: [number, number, number]): Command {
  return onOpenHold(`extend ${name} by ${step} at ${used}`, name, async (model, { ledger }, id) => {
    expect(await ledger.extend(id, step, used)).toBe(model.extend(id, step, used));
  });
}

function settle([name, cost, waits]: [number, number, boolean]): Command {
  return onOpenHold(`settle ${name} for ${cost}`, name, async (model, real, id) => {
    await real.ledger.settle(id, cost, usageRecord({ user_id: model.hold(id).user }));
    model.end(id, cost);
    if (waits) await expectSameBalances(model, real);
  });
}

function giveUp([name, waits]: [number, boolean]): Command {
  return onOpenHold(`void ${name}`, name, async (model, real, id) => {
    await real.ledger.void(id);
    // On a server, an id is free again only when its release is in the database.
    if (real.opened.address.kind !== 'sqlite') await real.ledger.settled();
    model.end(id, null);
    if (waits) await expectSameBalances(model, real);
  });
}

function move([name, number, amount]: [number, number, number]): Command {
  return {
    check: () => true,
    async run(model, real) {
      await real.ledger.settled();
      const user = real.user(number);
      const ref = `${real.id(name)}:${user}`;
      const account = { ownerType: 'user', ownerId: user } as const;
      const answer = await real.opened.db
        .transaction()
        .execute((tx) => post(tx, { ref, kind: 'adjust', account, amount }));
      expect(answer).toBe(model.post(ref, user, amount));
    },
    toString: () => `post ${amount} to ${number} as ${name}`,
  };
}

function crash(): Command {
  return {
    check: () => true,
    async run(model, real) {
      await real.restart();
      model.crash();
      await expectSameBalances(model, real);
    },
    toString: () => 'crash',
  };
}

function onOpenHold(
  text: string,
  name: number,
  run: (model: LedgerModel, real: RealLedger, id: string) => Promise<void>,
): Command {
  return {
    check: (model) => [...model.open.keys()].some((id) => id.endsWith(`-${name}`)),
    run: (model, real) => run(model, real, real.id(name)),
    toString: () => text,
  };
}
