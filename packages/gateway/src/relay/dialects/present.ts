/** A field of an object literal that is there only when it has a value. */
export function present<K extends string, T>(name: K, value: T | null | undefined): { [P in K]?: T } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [P in K]?: T });
}
