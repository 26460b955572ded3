/** Keys that work on every page. `g` and then another letter go to a page. */
export const pageKeys: Readonly<Record<string, string>> = {
  h: '/',
  d: '/detail',
  t: '/token',
  l: '/log',
  p: '/playground',
  w: '/topup',
  c: '/channel',
  u: '/user',
  s: '/setting',
};

/** How the keyboard in front of the person names the key that calls commands. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
