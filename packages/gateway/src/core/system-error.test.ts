import { expect, test } from 'vitest';
import { describeSystemError } from './system-error.ts';

test.each([
  [Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }), 'the disk is full, ENOSPC'],
  [Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' }), 'EBUSY'],
  // The error of rmSync for a file on a read-only disk.
  [new Error(", Unknown error: Read-only file system '/data/lock'"), 'Unknown error: Read-only file system'],
  [new Error(''), 'Error'],
  ['text', 'text'],
])('the description of a system error is not empty when it is %s', (error, description) => {
  expect(describeSystemError(error)).toContain(description);
});
