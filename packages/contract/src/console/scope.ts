/**
 * Name of a build's part of the page, the value of `data-scope`: styles of the build apply below it and nowhere
 * else. Each build has its own, so that two builds of an area can be on screen.
 */
export function scopeName(areaId: string, buildId: string): string {
  return `${areaId}.${buildId}`;
}

/** The end of every selector of a build: its part of the page, without extensions of other areas in it. */
export function scopeSelector(areaId: string, buildId: string): string {
  const root = `[data-scope="${scopeName(areaId, buildId)}"]`;
  return `:where(${root},${root} :not([data-scope],${root} [data-scope] *))`;
}
