import type { LinkSpec } from './manifest.ts';

/** Pages of the shell that areas may link to. */
export const shellLinks = {
  'shell.home': { path: '/' },
  'shell.login': { path: '/login' },
  'shell.register': { path: '/register' },
  'shell.about': { path: '/about' },
} as const satisfies Record<string, LinkSpec>;

/** Icons of menu entries. A shell shows a general icon for a name that it does not have. */
export const navIcons = [
  'branch',
  'dashboard',
  'experiment',
  'gift',
  'history',
  'idcard',
  'image',
  'list',
  'message',
  'palette',
  'robot',
  'safe',
  'settings',
  'storage',
  'tag',
  'thunderbolt',
  'user',
  'user-group',
] as const;

export type NavIcon = (typeof navIcons)[number];

/** Events that the shell sends to areas. */
export const shellEvents: readonly string[] = ['session.ended/v1', 'areas.changed/v1'];
