import { expect, test } from 'vitest';
import { describeSystemError } from './system-error.ts';

test.each([
  [Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }), 'the disk is full, ENOSPC'],
  [Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' }), 'EBUSY'],
  // What rmSync throws for a file on a disk that is mounted read-only.
  [new Error(", Unknown error: Read-only file system '/data/lock'"), 'Unknown error: Read-only file system'],
  [new Error(''), 'Error'],
  ['text', 'text'],
])('the description of a system error is not empty when it is %s', (error, description) => {
  expect(describeSystemError(error)).toContain(description);
});
