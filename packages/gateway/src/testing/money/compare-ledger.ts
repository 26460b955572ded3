import type { World } from './world.ts';
import { BALANCE, TOKEN_BALANCE, USERS } from './world.ts';

/** Compares the final state of the databases with the answers to callers. @throws the first difference */
export async function compareLedger(world: World): Promise<void> {
  const charges = await compareCalls(world);
  await compareMoves(world);
  await compareAccounts(world);
  await compareLog(world, charges);
  world.assertConsistent();
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

function readEntries({ parts, calls, posts, run }: World) {
  const { db } = parts.opened;
  const grants = USERS.flatMap((number) => [`user:${run * 10 + number}`, `t:${run * 10 + number}`]);
  return db
    .selectFrom('entry')
    .select(['ref', 'kind', 'account', 'amount', 'token_account', 'balance_after', 'token_balance_after'])
    .where('ref', 'in', [...grants, ...calls.keys(), ...posts.keys()])
    .execute();
}

async function compareCalls(world: World): Promise<Map<string, number>> {
  const charges = new Map<string, number>();
  for (const entry of await readEntries(world)) {
    if (entry.balance_after < 0 || (entry.token_balance_after ?? 0) < 0)
      world.fail(`${entry.kind} ${entry.ref} took an account below zero`);
    if (entry.kind !== 'usage') continue;
    if (charges.has(entry.ref)) world.fail(`call ${entry.ref} is charged twice`);
    charges.set(entry.ref, -entry.amount + 0);
  }
  for (const call of world.calls.values()) {
    const fault = call.findFault(charges.get(call.id));
    if (fault) world.fail(fault);
  }
  return charges;
}

async function compareMoves(world: World): Promise<void> {
  const entries = await readEntries(world);
  for (const [ref, posting] of world.posts) {
    const booked = entries.filter((entry) => entry.kind === 'adjust' && entry.ref === ref);
    if (booked.length > 1) world.fail(`${ref} is booked ${booked.length} times`);
    if (posting.isBooked && booked[0]?.amount !== posting.amount)
      world.fail(`${ref} of ${posting.amount} is booked as ${booked[0]?.amount ?? 'nothing'}`);
  }
  const refundOf = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.kind === 'refund') refundOf.set(entry.ref, [...(refundOf.get(entry.ref) ?? []), entry]);
  }
  for (const [id, amount] of world.refunds) {
    const booked = refundOf.get(id) ?? [];
    // One for the user and one for the token.
    if (booked.length !== 2 || booked.some((entry) => entry.amount !== amount))
      world.fail(`the refund ${amount} of ${id} is booked as ${JSON.stringify(booked)}`);
  }
  for (const [id, booked] of refundOf) {
    if (booked.length > 2) world.fail(`call ${id} is refunded ${booked.length} times`);
  }
}

async function compareAccounts(world: World): Promise<void> {
  const { db } = world.parts.opened;
  const entries = await readEntries(world);
  const accounts = await db
    .selectFrom('account')
    .selectAll()
    .where(
      'owner_id',
      'in',
      USERS.map((number) => world.user(number)),
    )
    .execute();
  for (const { id, owner_type: type, owner_id: owner, balance, held, used, count } of accounts) {
    const own = entries.filter(({ account, token_account: token }) => account === id || token === id);
    const sum = own.reduce((total, { amount }) => total + amount, 0);
    const usage = own.filter(({ kind }) => kind === 'usage');
    const cost = usage.reduce((total, { amount }) => total - amount, 0);
    const start = own.find(({ kind }) => kind === 'grant')?.amount;
    if (start !== (type === 'user' ? BALANCE : TOKEN_BALANCE))
      world.fail(`${type} ${owner} began with ${start}`);
    if (balance !== sum) world.fail(`${type} ${owner} has ${balance}, its entries say ${sum}`);
    if (held !== 0) world.fail(`${type} ${owner} still holds ${held}`);
    if (used !== cost || count !== usage.length)
      world.fail(`${type} ${owner} used ${used}, entries say ${cost}`);
  }
}

async function compareLog(world: World, charges: ReadonlyMap<string, number>): Promise<void> {
  const { db, logDb } = world.parts.opened;
  const ids = [...world.calls.keys(), ''];
  const rows = await logDb
    .selectFrom('logs')
    .select(['request_id', 'quota'])
    .where('request_id', 'in', ids)
    .execute();
  const logged = new Map(rows.map(({ request_id, quota }) => [request_id, quota]));
  if (rows.length !== logged.size) world.fail('a call has two rows in the usage log');
  for (const [id, charge] of charges) {
    if (logged.get(id) !== charge)
      world.fail(`call ${id} cost ${charge}, its row says ${logged.get(id) ?? 'nothing'}`);
  }
  for (const [id, quota] of logged) {
    if (!charges.has(id) && quota !== 0) world.fail(`the row of ${id} says ${quota}, but it was free`);
  }
  const waiting = await db.selectFrom('outbox').select('dedup_key').where('dedup_key', 'in', ids).execute();
  if (waiting.length > 0)
    world.fail(`rows wait for ever: ${waiting.map(({ dedup_key: id }) => id).join(', ')}`);
}
