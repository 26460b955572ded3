import type { ConsoleEvents } from './bus.ts';
import type { ExtensionPoint } from './extensions.tsx';

export { consoleLinks } from './links.ts';

/** Names of `ConsoleEvents` and `ExtensionPoints`, for programs: a type has none at run time. */
export const knownEvents = [
  'data.changed/v1',
  'areas.changed/v1',
  'session.started/v1',
  'session.ended/v1',
] as const satisfies readonly (keyof ConsoleEvents)[];

export const knownPoints = [
  'user.drawer/v1',
  'logs.dashboard/v1',
  'shell.command/v1',
  'shell.badge/v1',
  'user.statement/v1',
  'admin-settings.panel/v1',
  'user.user-action/v1',
  'user.token-action/v1',
  'admin-channels.channel-action/v1',
  'logs.call-action/v1',
  'user.user-column/v1',
  'user.token-column/v1',
  'admin-channels.channel-column/v1',
  'logs.call-column/v1',
] as const satisfies readonly ExtensionPoint[];
