import type { AreaContext } from '@tollgate/console-sdk';
import { satisfiesHostApi } from '@tollgate/contract';

/** Host API version that introduced each member of the context. A new member of `AreaContext` needs a line here. */
export const SINCE: Record<string, string> = {
  area: '1.0',
  'area.id': '1.0',
  'area.buildId': '1.0',
  'area.version': '1.0',
  host: '1.0',
  'host.version': '1.0',
  'host.api': '1.0',
  session: '1.0',
  can: '1.0',
  links: '1.0',
  'links.to': '1.0',
  'links.go': '1.0',
  theme: '1.0',
  locale: '1.0',
  events: '1.0',
  'events.emit': '1.0',
  'events.on': '1.0',
  storage: '1.0',
  'storage.get': '1.0',
  'storage.set': '1.0',
  'storage.remove': '1.0',
  telemetry: '1.0',
  'telemetry.mark': '1.0',
  'telemetry.error': '1.0',
  ui: '1.0',
  'ui.setTitle': '1.0',
  'ui.blockLeave': '1.0',
};

/** Returns the context of the lowest host version that satisfies `range` (`^1.2`), without later members. */
export function asOldest(ctx: AreaContext, range: string): AreaContext {
  const version = `${range.slice(1)}.0`;
  const isThere = (name: string) => satisfiesHostApi(`^${SINCE[name] ?? '0.0'}`, version);
  return cut(ctx, '', isThere) as unknown as AreaContext;
}

/** Returns members of a context without a line above; empty when the table is complete. */
export function withoutLevel(ctx: AreaContext): string[] {
  const names: string[] = [];
  cut(ctx, '', (name) => {
    if (!SINCE[name]) names.push(name);
    return true;
  });
  return names;
}

/** Frozen, like the real one. Readables (`get`, `subscribe`) are one member. */
function cut(part: object, prefix: string, isThere: (name: string) => boolean): Record<string, unknown> {
  const entries = Object.entries(part).filter(([key]) => isThere(prefix + key));
  return Object.freeze(
    Object.fromEntries(
      entries.map(([key, value]) => [key, isGroup(value) ? cut(value, `${prefix}${key}.`, isThere) : value]),
    ),
  );
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('subscribe' in value);
}
