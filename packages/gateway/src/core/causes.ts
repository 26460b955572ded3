/** Returns the first result of `read` for an error or its nested causes; undefined when there is none. */
export function findInCauses<T>(error: unknown, read: (each: Error) => T | undefined): T | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < MAX_DEPTH; depth += 1) {
    const found = read(each);
    if (found !== undefined) return found;
    each = each.cause;
  }
  return undefined;
}

/** Causes can be circular. */
const MAX_DEPTH = 5;
