import fc from 'fast-check';
import * as operations from './operations.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';
import { type Fault, type FaultEffect, nextTick } from './virtual-process.ts';
import type { World } from './world.ts';

/** One step. Gateways that cannot run it skip it: a dead gateway gets no calls. */
export interface Command {
  readonly text: string;
  run(world: World): void | Promise<void>;
  /** How many events run afterwards, and which: 0 is the oldest each time. */
  readonly events: number;
  readonly pick: number;
}

const AFTER_COMMIT = 99;

const gateway = fc.nat(2);
/** Counts calls back from the latest. */
const call = fc.nat(5);
const user = fc.nat(1);
const amount = fc.integer({ min: 1, max: 400 });
const percent = fc.nat(100);
const effect = fc.constantFrom<FaultEffect>('lost connection', 'refusal', 'conflict', 'kill', 'slow answer');
/** At the first statement, at any, or after the commit, where an answer is lost. */
const fault: fc.Arbitrary<Fault> = fc.record({
  statement: fc.oneof(fc.constant(0), fc.nat(5), fc.constant(AFTER_COMMIT)),
  effect,
});

/** Returns all commands for several gateways, with few calls and small balances, so that they collide. */
export function commands(most: number): fc.Arbitrary<Command[]> {
  const any = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ gateway, user, amount, isFlexible: fc.boolean() }).map(reserve),
    },
    { weight: 1, arbitrary: fc.tuple(gateway, call, amount).map(reserveAgain) },
    { weight: 9, arbitrary: call.map(dispatch) },
    { weight: 3, arbitrary: fc.tuple(call, amount, percent).map(extend) },
    { weight: 2, arbitrary: fc.tuple(call, percent).map(checkpoint) },
    { weight: 6, arbitrary: fc.tuple(call, percent).map(settle) },
    { weight: 3, arbitrary: fc.tuple(call, fc.boolean()).map(giveUp) },
    {
      weight: 2,
      arbitrary: fc.tuple(gateway, fc.nat(5), user, fc.integer({ min: -300, max: 400 })).map(move),
    },
    { weight: 2, arbitrary: fc.tuple(gateway, call).map(refund) },
    { weight: 6, arbitrary: fc.tuple(gateway, fc.array(fault, { minLength: 1, maxLength: 3 })).map(fail) },
    { weight: 1, arbitrary: fc.tuple(gateway, fc.constantFrom(2, 15)).map(cutOff) },
    { weight: 6, arbitrary: fc.tuple(gateway, fc.constantFrom(0, 0, -3600, 3600)).map(start) },
    { weight: 3, arbitrary: gateway.map(kill) },
    { weight: 1, arbitrary: gateway.map(close) },
    { weight: 1, arbitrary: gateway.map(copy) },
    { weight: 1, arbitrary: gateway.map(stall) },
    { weight: 2, arbitrary: fc.constant(passMinute()) },
    { weight: 2, arbitrary: gateway.map(adopt) },
    { weight: 1, arbitrary: gateway.map(deliver) },
  );
  const step = fc
    .tuple(any, fc.oneof(fc.nat(6), fc.constant(40)), fc.oneof(fc.constant(0), fc.nat(7)))
    .map(([action, events, pick]) => ({ ...action, events, pick }));
  return fc.array(
    step.map((command) => ({ ...command, [fc.toStringMethod]: () => `\n  ${show(command)}` })),
    { maxLength: most, size: 'max' },
  );
}

export async function runCommands(world: World, list: readonly Command[]): Promise<void> {
  for (const command of list) {
    await command.run(world);
    await nextTick();
    await world.bury();
    await world.step(command.events, command.pick);
    world.assertConsistent();
  }
}

type Action = Pick<Command, 'text' | 'run'>;

/** Runs `work` at the gateway with that number among the running ones. */
function at(number: number, text: string, work: (world: World, gateway: SimulatedGateway) => void): Action {
  return {
    text: `gateway ${number} ${text}`,
    run(world) {
      const gateway = world.up(number);
      if (gateway) work(world, gateway);
    },
  };
}

function reserve(request: Parameters<typeof operations.reserve>[2] & { gateway: number }): Action {
  const { gateway: number, user: payer, amount: most, isFlexible } = request;
  return at(number, `reserves ${isFlexible ? 'up to ' : ''}${most} of user ${payer}`, (world, gateway) =>
    operations.reserve(world, gateway, request),
  );
}

function reserveAgain([number, taken, most]: [number, number, number]): Action {
  return at(number, `reserves ${most} for the taken call ${taken}`, (world, gateway) =>
    operations.reserveAgain(world, gateway, taken, most),
  );
}

function dispatch(number: number): Action {
  return { text: `dispatch open call ${number}`, run: (world) => operations.dispatch(world, number) };
}

function extend([number, by, used]: [number, number, number]): Action {
  return {
    text: `extend open call ${number} by ${by} at ${used} %`,
    run: (world) => operations.extend(world, number, by, used),
  };
}

function checkpoint([number, used]: [number, number]): Action {
  return {
    text: `save the checkpoint ${used} % of open call ${number}`,
    run: (world) => operations.checkpoint(world, number, used),
  };
}

function settle([number, share]: [number, number]): Action {
  return {
    text: `settle open call ${number} for ${share} %`,
    run: (world) => operations.settle(world, number, share),
  };
}

function giveUp([number, isLogged]: [number, boolean]): Action {
  return { text: `void open call ${number}`, run: (world) => operations.giveUp(world, number, isLogged) };
}

function move([number, name, user, requested]: [number, number, number, number]): Action {
  return at(number, `posts ${requested} to user ${user} as ${name}`, (world, gateway) =>
    operations.move(world, gateway, { name, user, requested }),
  );
}

function refund([number, which]: [number, number]): Action {
  return at(number, `refunds call ${which}`, (world, gateway) => operations.giveBack(world, gateway, which));
}

function fail([number, faults]: [number, Fault[]]): Action {
  const list = faults
    .map(({ statement, effect: what }) =>
      statement === AFTER_COMMIT ? `${what} after the commit` : `${what} at statement ${statement}`,
    )
    .join(', ');
  return at(number, `has faults in its next transactions: ${list}`, (world, { life }) => {
    if (!life) return;
    world.log(`${life.name} has faults in its next transactions: ${list}`);
    life.faults = [...faults];
  });
}

function cutOff([number, seconds]: [number, number]): Action {
  return at(number, `does not reach the database for ${seconds} s`, (world, { life }) => {
    if (!life) return;
    world.log(`${life.name} does not reach the database for ${seconds} s`);
    life.cutOffUntil = world.schedule.now + seconds * 1000;
  });
}

function start([number, aheadSeconds]: [number, number]): Action {
  return {
    text: `start the dead gateway ${number}, its clock ${aheadSeconds} s ahead`,
    run(world) {
      const gateway = world.down(number);
      if (gateway) void world.start(gateway, aheadSeconds * 1000);
    },
  };
}

function kill(number: number): Action {
  return {
    text: `kill gateway ${number}`,
    async run(world) {
      const gateway = world.up(number);
      if (gateway) await world.kill(gateway);
    },
  };
}

function close(number: number): Action {
  return at(number, 'closes', operations.close);
}

function copy(number: number): Action {
  return {
    text: `start a copy of the data folder of gateway ${number}`,
    run(world) {
      const gateway = world.gateways[number % world.gateways.length];
      if (gateway) operations.copy(world, gateway);
    },
  };
}

function stall(number: number): Action {
  return at(number, 'stops beating', (world, gateway) => {
    // A copy that starts now would take it for dead: see `operations.copy`.
    if (world.gateways.some(({ isCopy, life }) => isCopy && life?.isStarting)) return;
    world.log(`${gateway.name} stops beating`);
    gateway.isStalled = true;
  });
}

function passMinute(): Action {
  return {
    text: 'a minute passes',
    run(world) {
      if (world.gateways.some(({ life, ledger }) => life && !ledger)) return;
      world.log('a minute passes');
      return world.passMinute();
    },
  };
}

function adopt(number: number): Action {
  return at(number, 'adopts', operations.adopt);
}

function deliver(number: number): Action {
  return at(number, 'delivers rows', operations.deliver);
}

function show({ text, events, pick }: Command): string {
  return `${text}${events ? `; then ${events} events${pick ? ` by ${pick}` : ''}` : ''}`;
}
