import reasons from '@tollgate/i18n/reasons/en' with { type: 'json' };
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** Says in plain words what is wrong with a field. `isMissing`: the file does not have it. */
export function explainIssue(issue: Issue, isMissing = false): string {
  if (isMissing) return `this field is missing; ${explainIssue(issue).replace(/^must/, 'it must')}`;
  switch (issue.code) {
    case 'invalid_type':
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      return `must be ${nameType(issue.expected)}`;
    case 'invalid_value':
      return `must be ${joinWords(issue.values.map(String))}`;
    case 'invalid_union':
      return `must be ${joinWords(issue.errors.flatMap(([first]) => nameChoice(first)))}`;
    case 'invalid_key':
      return `the name ${issue.issues.map((each) => explainIssue(each)).join(', ')}`;
    case 'too_big':
      return explainBound(issue, 'at most', issue.maximum);
    case 'too_small':
      return explainBound(issue, 'at least', issue.minimum);
    default:
      return explainCode(issue.message);
  }
}

/** Rules of the contract have a code as their message, those of the file a sentence. */
function explainCode(message: string): string {
  if (/\s/.test(message)) return message;
  return { ...(reasons as Record<string, string>), ...costReasons }[message] ?? reasons.other;
}

const costReasons = {
  one_cost: 'a cost has exactly one of factor, input, per_call and per_second',
  cost_zero: 'input must be more than 0',
};

function explainBound(issue: { origin: string }, word: string, limit: number | bigint): string {
  const isSized = issue.origin === 'string' || issue.origin === 'array';
  if (!isSized) return `must be ${word} ${limit}`;
  if (word === 'at least' && Number(limit) === 1) return 'must not be empty';
  return `must have ${word} ${limit} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
}

function nameChoice(issue: Issue | undefined): string[] {
  if (issue?.code === 'invalid_type') return [nameType(issue.expected)];
  return issue?.code === 'invalid_value' ? issue.values.map(String) : [];
}

function nameType(expected: string): string {
  return types[expected] ?? `a ${expected}`;
}

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of fields',
  record: 'a map of fields',
};

function joinWords(words: readonly string[]): string {
  const [last = 'another value', ...rest] = [...new Set(words)].reverse();
  return rest.length === 0 ? last : `${rest.reverse().join(', ')} or ${last}`;
}
