import { register, tokenDraft } from '@tollgate/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeIssue } from './describe-issue.ts';

const account = { username: 'ada', password: 'a long password' };

test.each([
  ['a long name', tokenDraft, { name: 'x'.repeat(31) }, { reason: 'too_long', limit: 30 }],
  ['no name', tokenDraft, { name: ' ' }, { reason: 'too_short', limit: 1 }],
  ['a negative amount', tokenDraft, { name: 'a', remain_quota: -5 }, { reason: 'too_small', limit: 0 }],
  ['a blank in a username', register.input, { ...account, username: 'a b' }, { reason: 'username_form' }],
  ['a mail address without a host', register.input, { ...account, email: 'ada@' }, { reason: 'email_form' }],
  ['a word for an amount', tokenDraft, { name: 'a', remain_quota: 'x' }, { reason: 'invalid_type' }],
  ['a list that is too long', z.array(z.int()).check(z.maxLength(1)), [1, 2], { reason: 'too_big' }],
])('%s is described by a code and its limit', (_, schema, value, described) => {
  expect(describeIssue(z.safeParse(schema, value).error?.issues[0])).toEqual(described);
});
