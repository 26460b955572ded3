/** `v1.2.3`, also where the server writes the letter itself. */
export function versionLabel(version: string): string {
  return /^v/i.test(version) ? version : `v${version}`;
}
