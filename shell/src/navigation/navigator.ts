import type { NavigateOptions } from '@tollgate/ui/router';

type Go = (path: string, options?: NavigateOptions) => void;

let go: Go = (path) => window.location.assign(path);

/** Changes the page from outside of React, where there is no hook to ask. */
export function goTo(path: string, options?: NavigateOptions): void {
  go(path, options);
}

/** The router hands over its own way of navigating once it stands. */
export function connectNavigator(navigate: Go): void {
  go = navigate;
}

/** Path, query and fragment of the page on screen. */
export function here(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
