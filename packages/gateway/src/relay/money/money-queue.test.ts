import { expect, test } from 'vitest';
import { MoneyQueue, type Payer, type QueueTicket } from './money-queue.ts';

const WAIT_MS = 60_000;
const SMALL = 1000;
const ana: Payer = { ownerType: 'user', ownerId: 1 };
const bob: Payer = { ownerType: 'user', ownerId: 2 };

test('the first waiting call tries again when a call of its payer ends', async () => {
  const queue = new MoneyQueue(WAIT_MS);
  const turn = enter(queue, ana).waitForTurn();
  queue.release(bob, ana);
  expect(await turn).toBe(true);
});

test('the first waiting call tries again when no local call ends, as other gateways release money too', async () => {
  expect(await enter(new MoneyQueue(WAIT_MS), ana).waitForTurn()).toBe(true);
});

test('a later call tries when the calls before it have left the queue', async () => {
  const queue = new MoneyQueue(WAIT_MS);
  const [first, second] = [enter(queue, ana), enter(queue, ana)];
  const order: string[] = [];
  const later = second.waitForTurn().then(() => order.push('second'));
  for (let tries = 0; tries < 2; tries += 1) {
    const turn = first.waitForTurn();
    queue.release(ana);
    await turn;
    order.push('first');
  }
  first.leave();
  await later;
  expect(order).toEqual(['first', 'first', 'second']);
});

test('calls of other payers do not wait for each other', async () => {
  const queue = new MoneyQueue(WAIT_MS);
  enter(queue, ana);
  const turn = enter(queue, bob).waitForTurn();
  queue.release(bob);
  expect(await turn).toBe(true);
});

test('waiting ends when the time is over', async () => {
  const queue = new MoneyQueue(20);
  const tickets = [enter(queue, ana), enter(queue, ana)];
  expect(await Promise.all(tickets.map((ticket) => ticket.waitForTurn()))).toEqual([false, false]);
});

test('a payer has no more room when 64 calls wait', () => {
  const queue = new MoneyQueue(WAIT_MS);
  const turns = Array.from({ length: 64 }, () => enter(queue, ana));
  expect(queue.enter(ana, SMALL)).toBeUndefined();
  expect(queue.enter(bob, SMALL)).toBeDefined();
  turns[0]?.leave();
  turns[0]?.leave();
  expect([queue.enter(ana, SMALL), queue.enter(ana, SMALL)]).toEqual([expect.anything(), undefined]);
});

test('1,024 calls of all payers wait at most, and one that leaves makes room', () => {
  const queue = new MoneyQueue(WAIT_MS);
  const lineOf = (ownerId: string) => ({ ownerType: 'limit', ownerId }) as const;
  const tickets = Array.from({ length: 1024 }, (_, call) => queue.enter(lineOf(`1 ${call % 16}`), SMALL));
  expect(tickets).not.toContain(undefined);
  expect([queue.enter(ana, SMALL), queue.count]).toEqual([undefined, 1024]);
  tickets[5]?.leave();
  expect(queue.enter(ana, SMALL)).toBeDefined();
});

test('a large request has no room', () => {
  expect(new MoneyQueue(WAIT_MS).enter(ana, 300 * 1024)).toBeUndefined();
});

test('no call waits when the gateway closes', async () => {
  const queue = new MoneyQueue(WAIT_MS);
  const turns = [enter(queue, ana).waitForTurn(), enter(queue, ana).waitForTurn()];
  queue.close();
  expect(await Promise.all(turns)).toEqual([false, false]);
  expect(queue.enter(ana, SMALL)).toBeUndefined();
});

function enter(queue: MoneyQueue, payer: Payer): QueueTicket {
  const ticket = queue.enter(payer, SMALL);
  if (!ticket) throw new Error('the queue is full');
  return ticket;
}
