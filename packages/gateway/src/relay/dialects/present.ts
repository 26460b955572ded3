/** Returns a field for an object literal only when it has a value. */
export function present<K extends string, T>(name: K, value: T | null | undefined): { [P in K]?: T } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [P in K]?: T });
}
