import type { ErrorDetails } from '@tollgate/contract';
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with a value in words that a program can tell apart, and the bound where there is one: a text is too
 * long, a number is too big.
 */
export function describeIssue(issue: Issue | undefined): ErrorDetails {
  if (issue?.code === 'too_big') return bounded(issue, 'too_long', issue.maximum);
  if (issue?.code === 'too_small') return bounded(issue, 'too_short', issue.minimum);
  // Rules of our own say in a word what they want; the library says a sentence.
  if (issue && /^[a-z]+_[a-z_]+$/.test(issue.message)) return { reason: issue.message };
  return { reason: issue?.code ?? '' };
}

function bounded(
  issue: { code: string; origin: string },
  ofText: string,
  limit: number | bigint,
): ErrorDetails {
  if (issue.origin === 'array') return { reason: issue.code };
  return { reason: issue.origin === 'string' ? ofText : issue.code, limit: Number(limit) };
}
