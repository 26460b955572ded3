/**
 * Version of what the shell offers to areas (`@tollgate/console-sdk`). Patch: a fix; minor: something more; major:
 * something was removed. An area demands the major.minor that it was built with, and newer ones of the same major fit.
 */
export const hostApi = '1.2.0';

/**
 * Version of the console API: what areas may ask of the gateway. Minor: more endpoints or fields; major: something that
 * areas used is gone.
 */
export const backendApi = '1.0.0';

/** Whether a version satisfies an area's demand, a caret range of major.minor such as `^1.2`. */
export function satisfiesHostApi(range: string, version: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)$/.exec(range);
  const offered = /^(\d+)\.(\d+)\.\d+$/.exec(version);
  if (!wanted || !offered) return false;
  return wanted[1] === offered[1] && Number(wanted[2]) <= Number(offered[2]);
}
