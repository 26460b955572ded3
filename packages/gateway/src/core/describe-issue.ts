import type { ErrorDetails } from '@tollgate/contract';
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/**
 * Describes what is wrong with a value by a code and the limit, if there is one: a text is too long, a number
 * is too big.
 */
export function describeIssue(issue: Issue | undefined): ErrorDetails {
  if (issue?.code === 'too_big') return bounded(issue, 'too_long', issue.maximum);
  if (issue?.code === 'too_small') return bounded(issue, 'too_short', issue.minimum);
  // Our own rules have a code as their message; the library has a sentence.
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
