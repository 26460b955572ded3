import type { AreaContext } from '@tollgate/console-sdk';
import type { ChatSettings } from './chat-message.ts';
import { readSettings } from './stored-settings.ts';

/** Settings with a name, kept in this browser. */
export interface Preset {
  name: string;
  settings: ChatSettings;
}

export const MAX_PRESETS = 20;
const KEY = 'presets';

/** By name. Ignores what cannot be read. */
export function readPresets(storage: AreaContext['storage'], defaults: ChatSettings): Preset[] {
  try {
    const stored = JSON.parse(storage.get(KEY) ?? '{}') as Record<string, unknown>;
    return Object.entries(stored)
      .map(([name, settings]) => ({ name, settings: readSettings(JSON.stringify(settings), defaults) }))
      .sort((one, other) => one.name.localeCompare(other.name));
  } catch {
    return [];
  }
}

export function writePresets(storage: AreaContext['storage'], presets: readonly Preset[]): void {
  const kept = presets.slice(-MAX_PRESETS).map(({ name, settings }) => [name, settings]);
  storage.set(KEY, JSON.stringify(Object.fromEntries(kept)));
}
