import { isValidElement } from 'react';

/**
 * Returns whether two nodes draw the same: equal values, or elements of the same type with such props. Functions
 * and records are compared by identity, so a difference that cannot be seen counts as one.
 */
export function drawsSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && hasSame(a, b, drawsSame);
  if (!isValidElement(a) || !isValidElement(b)) return false;
  return a.type === b.type && a.key === b.key && hasSame(a.props as Fields, b.props as Fields, drawsSame);
}

type Fields = Record<string, unknown>;

/** Returns whether two objects have the same fields. */
export function hasSame(a: object, b: object, isSame: (a: unknown, b: unknown) => boolean): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isSame((a as Fields)[name], (b as Fields)[name]));
}
