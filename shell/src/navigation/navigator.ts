import type { NavigateOptions } from '@tollgate/ui/router';

type Go = (path: string, options?: NavigateOptions) => void;

let go: Go = (path) => window.location.assign(path);

/** Navigates from outside of React, where hooks are unavailable. */
export function goTo(path: string, options?: NavigateOptions): void {
  go(path, options);
}

/** The router passes its navigate function once it is mounted. */
export function connectNavigator(navigate: Go): void {
  go = navigate;
}

/** Returns path, query and fragment of the current page. */
export function here(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
