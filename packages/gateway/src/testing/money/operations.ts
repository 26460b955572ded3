import { post } from '../../ledger/post.ts';
import { refund } from '../../ledger/refund.ts';
import { reservation, usageRecord } from '../records.ts';
import { ModelCall } from './model-call.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';
import type { Life } from './virtual-process.ts';
import type { World } from './world.ts';

/** Reserves money for a new call. */
export function reserve(
  world: World,
  gateway: SimulatedGateway,
  request: { user: number; amount: number; isFlexible: boolean },
): void {
  const { user, amount, isFlexible } = request;
  if (!gateway.isUp || !gateway.life) return;
  const id = `${world.run}-${world.calls.size + 1}`;
  const estimate = Math.floor(amount / 4);
  const call = new ModelCall(id, world.user(user), gateway.life, estimate);
  world.calls.set(id, call);
  const requested = reservation({ id, userId: call.user, amount, estimate });
  const leeway = { least: estimate, comfortable: Math.floor(amount / 2) };
  world.begin(
    gateway,
    `reserves ${isFlexible ? 'up to ' : ''}${amount} for ${id}`,
    async (ledger) => {
      if (isFlexible) return ledger.reserveUpTo(requested, leeway);
      const outcome = await ledger.reserve(requested);
      return { outcome, amount: outcome === 'ok' ? amount : 0 };
    },
    (grant) => {
      if (!grant) call.phase = 'unavailable';
      else if (grant.outcome === 'ok') call.phase = 'open';
      else call.phase = 'refused';
      call.amount = grant?.amount ?? 0;
      if (grant?.outcome === 'duplicate' || grant?.outcome === 'unknown')
        world.fail(`the new call ${id} is called ${grant.outcome}`);
    },
  );
}

/** Gateways create the ids and do not resend them after an error, so no fault occurs meanwhile. */
export function reserveAgain(world: World, gateway: SimulatedGateway, number: number, amount: number): void {
  const { life } = gateway;
  const call = pick(world, number, ({ isTaken }) => isTaken);
  if (!call || !gateway.isUp || !life || life.cutOffUntil > world.schedule.now) return;
  life.calm += 1;
  const requested = reservation({ id: call.id, userId: call.user, amount, estimate: 0 });
  world.begin(
    gateway,
    `reserves ${amount} for ${call.id} again`,
    (ledger) => ledger.reserve(requested),
    (outcome) => {
      life.calm -= 1;
      if (outcome !== undefined && outcome !== 'duplicate' && call.isTaken)
        world.fail(`the second reserve of ${call.id} is answered ${outcome}`);
    },
  );
}

export function dispatch(world: World, number: number): void {
  const call = pick(world, number, (each) => isOpen(each) && !each.isDispatched);
  const gateway = call && upGatewayOf(world, call);
  if (!call || !gateway?.ledger) return;
  const { ledger } = gateway;
  world.log(`${call.life.name} dispatches ${call.id}`);
  call.life.run(() => ledger.dispatch(call.id, 3));
  call.isDispatched = true;
}

/** `used` is in percent of the held amount. */
export function extend(world: World, number: number, step: number, used: number): void {
  const call = findOpen(world, number);
  const gateway = call && upGatewayOf(world, call);
  if (!call || !gateway) return;
  const cost = Math.floor((call.amount * used) / 100);
  call.mostUsed = Math.max(call.mostUsed, cost);
  world.begin(
    gateway,
    `extends ${call.id} by ${step} at ${cost}`,
    (ledger) => ledger.extend(call.id, step, cost),
    (outcome) => {
      if (outcome === 'ok') call.amount += step;
      // Its end may have been in the same transaction, whose answer was lost.
      if (outcome === 'unknown' && isOpen(call) && !call.isAdopted)
        world.fail(`the hold of ${call.id} is gone`);
    },
  );
}

export function checkpoint(world: World, number: number, used: number): void {
  const call = findOpen(world, number);
  const gateway = call && upGatewayOf(world, call);
  if (!call || !gateway) return;
  const cost = Math.floor((call.amount * used) / 100);
  call.mostUsed = Math.max(call.mostUsed, cost);
  world.begin(
    gateway,
    `saves the checkpoint ${cost} of ${call.id}`,
    (ledger) => {
      ledger.watchCost(call.id, () => cost);
      return ledger.saveCheckpoints();
    },
    () => {},
  );
}

/** `share` is in percent of the held amount. */
export function settle(world: World, number: number, share: number): void {
  settleCall(world, findOpen(world, number), share);
}

export function giveUp(world: World, number: number, isLogged: boolean): void {
  voidCall(world, findOpen(world, number), isLogged);
}

/** Ends every open call: dispatched ones cost half of the held amount. */
export function endAll(world: World): void {
  for (const call of world.calls.values()) {
    if (call.phase !== 'open') continue;
    if (call.isDispatched) settleCall(world, call, 50);
    else voidCall(world, call, false);
  }
}

function settleCall(world: World, call: ModelCall | undefined, share: number): void {
  const gateway = call && upGatewayOf(world, call);
  if (!call || !gateway) return;
  call.phase = 'settling';
  call.cost = Math.floor((call.amount * share) / 100);
  world.begin(
    gateway,
    `settles ${call.id} for ${call.cost}`,
    (ledger) => ledger.settle(call.id, call.cost, usageRecord({ user_id: call.user })),
    (_, error) => {
      call.phase = 'settled';
      if (error) world.fail(`settle of ${call.id} failed`);
    },
  );
}

function voidCall(world: World, call: ModelCall | undefined, isLogged: boolean): void {
  const gateway = call && upGatewayOf(world, call);
  if (!call || !gateway) return;
  call.phase = 'voiding';
  world.begin(
    gateway,
    `voids ${call.id}`,
    (ledger) => ledger.void(call.id, isLogged ? usageRecord({ user_id: call.user }) : undefined),
    (_, error) => {
      call.phase = 'voided';
      if (error) world.fail(`void of ${call.id} failed`);
    },
  );
}

export interface Posting {
  readonly name: number;
  readonly user: number;
  readonly requested: number;
}

export function move(world: World, gateway: SimulatedGateway, { name, user, requested }: Posting): void {
  const ref = `${world.run}-post-${name}`;
  const ownerId = world.user(user);
  const posting = world.posts.get(ref) ?? {
    what: `${ref} ${ownerId}`,
    amount: requested,
    isBooked: undefined,
  };
  if (posting.what !== `${ref} ${ownerId}` || !gateway.isUp) return;
  world.posts.set(ref, posting);
  const { amount } = posting;
  const account = { ownerType: 'user', ownerId } as const;
  const { db } = world.parts.connection;
  world.begin(
    gateway,
    `posts ${amount} to user ${user} as ${ref}`,
    () => db.transaction().execute((tx) => post(tx, { ref, kind: 'adjust', account, amount })),
    (outcome) => {
      if (posting.isBooked && outcome !== undefined && outcome !== 'duplicate')
        world.fail(`${ref} was booked, and is then answered ${outcome}`);
      if (outcome === 'ok' || outcome === 'duplicate') posting.isBooked = true;
    },
  );
}

export function giveBack(world: World, gateway: SimulatedGateway, number: number): void {
  const call = pick(world, number, ({ phase }) => phase !== 'refused');
  if (!call || !gateway.isUp) return;
  const { db } = world.parts.connection;
  world.begin(
    gateway,
    `refunds ${call.id}`,
    () => db.transaction().execute((tx) => refund(tx, call.id, {})),
    (answer) => {
      if (answer?.kind !== 'done' || answer.amount === 0) return;
      if (world.refunds.has(call.id)) world.fail(`${call.id} is refunded twice`);
      world.refunds.set(call.id, answer.amount);
    },
  );
}

/** Calls of processes that seem dead may be charged their estimate from now on. */
export function adopt(world: World, gateway: SimulatedGateway): void {
  if (!gateway.isUp) return;
  const silent = new Set<Life>();
  const isOver = world.watch(gateway, () => {
    for (const call of world.calls.values()) {
      if (world.isSilent(call.life)) silent.add(call.life);
      if (silent.has(call.life)) call.isAdopted = true;
    }
  });
  world.begin(gateway, 'adopts', (ledger) => ledger.adopt(), isOver);
}

/**
 * Starts a gateway on a copy of the data folder of another. It may end the calls of processes that died
 * there, or fell silent meanwhile. Does nothing while a process there lives and is silent, or about to be:
 * then the folder would be out of date.
 */
export function copy(world: World, from: SimulatedGateway): void {
  if (world.parts.connection.address.kind === 'sqlite') return; // There the database is in the folder.
  if (from.life && (!from.isUp || from.isStalled || world.isSilent(from.life))) return;
  const gateway = world.copy(from);
  const started = world.start(gateway);
  const isOver = world.watch(gateway, () => {
    for (const call of world.calls.values()) {
      const wasThere = call.life.name.startsWith(`${from.name}.`);
      if (wasThere && ((!call.life.isAlive && !call.life.isRecovered) || world.isSilent(call.life)))
        call.isAdopted = true;
    }
  });
  void started.then(isOver);
}

export function deliver(world: World, gateway: SimulatedGateway): void {
  if (!gateway.isUp) return;
  world.begin(
    gateway,
    'delivers rows',
    (ledger) => ledger.deliver(),
    () => {},
  );
}

export function close(world: World, gateway: SimulatedGateway): void {
  if (!gateway.isUp) return;
  world.begin(
    gateway,
    'closes',
    (ledger) => {
      gateway.isClosing = true;
      return ledger.close();
    },
    () => {
      if (gateway.life) gateway.life.isAlive = false;
    },
  );
}

/** Returns the call with that number, counted from the latest, among those that fit. */
function pick(world: World, number: number, fits: (call: ModelCall) => boolean): ModelCall | undefined {
  const calls = [...world.calls.values()].filter(fits);
  return calls[calls.length - 1 - (number % calls.length)];
}

function findOpen(world: World, number: number): ModelCall | undefined {
  return pick(world, number, isOpen);
}

function isOpen({ phase, life }: ModelCall): boolean {
  return phase === 'open' && life.isAlive;
}

function upGatewayOf(world: World, { life }: ModelCall): SimulatedGateway | undefined {
  const gateway = world.gatewayOf(life);
  return gateway?.isUp ? gateway : undefined;
}
