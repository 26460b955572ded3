import type * as z from 'zod/mini';
import type { ReasonText, Values } from '../../core/texts/texts.ts';

/** Returns why a schema refused a field, and the values that the sentence names. */
export function reasonOf(issue: z.core.$ZodIssue): [ReasonText, Values] {
  switch (issue.code) {
    case 'invalid_type':
      return [types[issue.expected] ?? 'wrong', {}];
    case 'invalid_value':
      return ['one_of', { values: issue.values.map(String).join(', ') }];
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return [mostOf[issue.origin] ?? 'at_most', { bound: Number(issue.maximum) }];
    default:
      return ['wrong', {}];
  }
}

function tooSmall(origin: string, bound: number): [ReasonText, Values] {
  if (bound === 1 && (origin === 'string' || origin === 'array')) return ['empty', {}];
  return [leastOf[origin] ?? 'at_least', { bound }];
}

/** By the name of the type in a schema. */
const types: Readonly<Record<string, ReasonText>> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
};

const leastOf: Readonly<Record<string, ReasonText>> = { string: 'too_short', array: 'too_few_items' };
const mostOf: Readonly<Record<string, ReasonText>> = { string: 'at_most_characters', array: 'at_most_items' };
