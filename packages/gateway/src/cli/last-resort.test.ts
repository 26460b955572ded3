import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLastResort } from './last-resort.ts';

function watch() {
  const drains: unknown[] = [];
  const exits: number[] = [];
  const handle = createLastResort({
    log: pino({ level: 'silent' }),
    drain: async (...call) => void drains.push(call),
    exit: (code) => void exits.push(code),
  });
  return { handle, drains, exits };
}

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  'an uncaught exception (%s) drains the gateway with exit code 70',
  (origin) => {
    const { handle, drains, exits } = watch();
    handle(new Error('planted'), origin);
    expect(drains).toEqual([[70, { isPatient: true }]]);
    expect(exits).toEqual([]);
  },
);

test('further exceptions do not shorten the drain unless there are too many', () => {
  const { handle, exits } = watch();
  for (let time = 0; time < 100; time += 1) handle(new Error('planted'), 'uncaughtException');
  expect(exits).toEqual([]);
  handle(new Error('planted'), 'uncaughtException');
  expect(exits).toEqual([70]);
});

test.each(['read', 'write'])(
  'a connection that fails in its %s without a listener does not end the process',
  (syscall) => {
    const { handle, drains, exits } = watch();
    handle(Object.assign(new Error('planted'), { code: 'ECONNRESET', syscall }), 'uncaughtException');
    expect([...drains, ...exits]).toEqual([]);
  },
);

test('a rejection is never treated as a connection error', () => {
  const { handle, drains } = watch();
  const error = Object.assign(new Error('planted'), { code: 'ECONNRESET', syscall: 'read' });
  handle(error, 'unhandledRejection');
  expect(drains).toHaveLength(1);
});

test.each([undefined, null, 'text', {}])('a thrown %s is handled like any other exception', (thrown) => {
  const { handle, drains } = watch();
  handle(thrown, 'uncaughtException');
  expect(drains).toHaveLength(1);
});
