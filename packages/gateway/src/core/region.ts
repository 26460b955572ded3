/**
 * The region of a cloud as it may stand in the name of a host, such as `us-east-1` or `global`. Anything else, such as
 * a dot or a slash, could turn the name into that of another host.
 */
export function isRegion(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z0-9-]+$/.test(text);
}
