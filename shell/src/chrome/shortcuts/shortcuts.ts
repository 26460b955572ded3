/** Shortcuts that work on every page. `g` and then another letter open a page. */
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

/** Name of the command key on the user's keyboard. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
