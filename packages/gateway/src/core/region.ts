/**
 * A cloud region that is safe in a host name, such as `us-east-1` or `global`. Other characters, such as a
 * dot or a slash, could change the host.
 */
export function isRegion(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z0-9-]+$/.test(text);
}
