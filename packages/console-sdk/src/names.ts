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
] as const satisfies readonly ExtensionPoint[];
