import { expect, test } from 'vitest';
import { isSubjectOf } from './ci-subject.ts';

test.each([
  ['repo:acme/billing:ref:refs/heads/main', 'repo:acme/billing:ref:refs/heads/main', true],
  ['repo:acme/billing:ref:refs/heads/main', 'repo:acme/billing:ref:refs/heads/main2', false],
  ['repo:acme/billing:environment:*', 'repo:acme/billing:environment:production', true],
  ['repo:acme/billing:ref:refs/heads/release/*', 'repo:acme/billing:ref:refs/heads/release/1/2', true],
  ['repo:acme/billing:ref:refs/tags/v*.*', 'repo:acme/billing:ref:refs/tags/v1.2', true],
  ['repo:acme/billing:ref:refs/tags/v*.*', 'repo:acme/billing:ref:refs/tags/v1', false],
  ['repo:acme/billing:*', 'repo:acme/billing:ref:refs/heads/main', false],
  ['repo:acme/*:environment:production', 'repo:acme/x:ref:refs/heads/a:environment:production', false],
  ['repo:acme/billing:environment:*', 'repo:evil/billing:environment:x', false],
  ['repo:acme/b*b:pull_request', 'repo:acme/b:pull_request', false],
  ['repo:acme/billing', 'REPO:acme/billing', false],
  ['a:b/.*', 'a:b/cc', false],
])('%s has the subject %s: %s', (pattern, subject, isOf) => {
  expect(isSubjectOf(pattern, subject)).toBe(isOf);
});

// Backtracking would take longer than this test may.
test('a long subject against many wildcards is decided', () => {
  expect(isSubjectOf(`a:b/${'*a'.repeat(100)}b`, `a:b/${'a'.repeat(100_000)}`)).toBe(false);
});
