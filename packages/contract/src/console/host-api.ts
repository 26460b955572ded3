/**
 * Version of the API that the shell offers to areas (`@tollgate/console-sdk`). Patch: a fix; minor: an addition; major:
 * a removal. An area requires the major.minor that it was built with; newer minors of the same major fit.
 */
export const hostApi = '1.5.0';

/**
 * Version of the console API for areas. Minor: new endpoints or fields; major: a removal that affects areas.
 */
export const backendApi = '1.0.0';

/** Returns whether a version satisfies an area's range, a caret range of major.minor such as `^1.2`. */
export function satisfiesHostApi(range: string, version: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)$/.exec(range);
  const offered = /^(\d+)\.(\d+)\.\d+$/.exec(version);
  if (!wanted || !offered) return false;
  return wanted[1] === offered[1] && Number(wanted[2]) <= Number(offered[2]);
}
