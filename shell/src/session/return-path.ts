const usualStart = '/token';

/** Returns where to go after signing in: the page that required it, else the tokens. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  if (typeof from !== 'string' || !isOwnPath(from)) return usualStart;
  return from.startsWith('/login') ? usualStart : from;
}

/** `//host` and `/\host` lead to other sites. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
