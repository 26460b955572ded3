import { expect, test } from 'vitest';
import { findLossReason } from './lost-connection.ts';

const failure = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

for (const code of [
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '08000', '08006', '08P01', '53300', '25006', 'PROTOCOL_CONNECTION_LOST'],
])
  test(`the driver code ${code} counts as a lost database`, () => {
    expect(findLossReason(failure({ code }))).toBe(code);
  });

for (const [errno, code] of [
  [1040, 'ER_CON_COUNT_ERROR'],
  [1053, 'ER_SERVER_SHUTDOWN'],
  [1290, 'ER_OPTION_PREVENTS_STATEMENT'],
] as const)
  test(`the MySQL code ${code} counts as a lost database`, () => {
    expect(findLossReason(failure({ errno, code }))).toBe(code);
  });

test('an error without a code counts as a lost database when the driver names its connection', () => {
  for (const message of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
    expect(findLossReason(failure({}, message))).toBe(message);
});

for (const fields of [
  { code: '23505' },
  { code: '40001' },
  { code: '57014' },
  { code: '42P01' },
  { code: 'ENOENT' },
  { errno: 1062, code: 'ER_DUP_ENTRY' },
])
  test(`${fields.code} is an error of the statement although its message names a connection`, () => {
    expect(findLossReason(failure(fields, 'a lost connection'))).toBeUndefined();
  });
