import type { LinkSpec } from './manifest.ts';

/** Pages of the shell that areas may link to. */
export const shellLinks = {
  'shell.home': { path: '/' },
  'shell.login': { path: '/login' },
  'shell.register': { path: '/register' },
  'shell.about': { path: '/about' },
} as const satisfies Record<string, LinkSpec>;

/** Points of the shell where areas may show something. */
export const shellPoints: readonly string[] = ['shell.command/v1', 'shell.badge/v1'];

/** Events that the shell sends to areas. */
export const shellEvents: readonly string[] = ['session.ended/v1', 'areas.changed/v1'];
