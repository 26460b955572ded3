/** JSON bodies that are small but expensive to parse. Each names `model` last, unlike real ones. */

const rest = '"model":"gpt-4o","messages":[{"role":"user","content":"x"}]}';

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(',');

/** Members with different names, in the outermost object. */
export function manyFields(count: number): string {
  return `{${repeat(count, (index) => `"${index}":1`)},${rest}`;
}

/** The same members repeated, below `metadata`. */
export function manyMembers(count: number): string {
  return `{"metadata":[${repeat(count / 4, (index) => `{"a":${index},"b":1,"c":1,"d":1}`)}],${rest}`;
}

/** Objects of which no two share a member name. */
export function manyShapes(count: number): string {
  return `{"tools":[${repeat(count, (index) => `{"k${index}":1}`)}],${rest}`;
}

export function manyItems(count: number): string {
  return `{"stop":[${repeat(count, () => '""')}],${rest}`;
}

export function manyMessages(count: number): string {
  return `{"model":"gpt-4o","messages":[${repeat(count, () => '{"role":"user","content":"x"}')}]}`;
}

export function manyLevels(count: number): string {
  return `{"tools":${'['.repeat(count)}${']'.repeat(count)},${rest}`;
}
