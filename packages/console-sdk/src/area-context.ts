import { hostApi, type Language, type RouteAccess } from '@tollgate/contract';
import type { Bus, ConsoleEvents } from './bus.ts';
import type { Host } from './host.ts';
import {
  consoleLinks,
  fillLink,
  type LinkArguments,
  type LinkId,
  type LinkTarget,
  type LinkValue,
} from './links.ts';
import type { Readable } from './readable.ts';
import { reaches, type Session } from './session.ts';

/** Narrows the host to one area. Frozen: an area cannot change what others rely on. */
export function createAreaContext(host: Host, area: AreaIdentity): AreaContext {
  const stamp = { area: area.id, buildId: area.buildId };
  const to = (link: string, values: Values = {}) => fillLink(findLink(host, link), values);
  return Object.freeze({
    area: Object.freeze({ ...area }),
    host: Object.freeze({ version: host.version, api: hostApi }),
    session: readOnly(host.session),
    can: (access) => reaches(host.session.get(), access),
    links: Object.freeze({
      to: (link, ...[values]) => to(link, values),
      go: (link, ...[values]) => host.navigate(to(link, values)),
    }),
    theme: readOnly(host.theme),
    locale: readOnly(host.locale),
    events: Object.freeze({ emit: host.events.emit, on: host.events.on }),
    storage: namespacedStorage(`area.${area.id}.`, () => host.session.get().user?.id ?? 0),
    telemetry: Object.freeze({
      mark: (name) => host.report({ ...stamp, kind: 'mark', name, atMs: performance.now() }),
      error: (error, extra) => host.report({ ...stamp, kind: 'error', error, ...(extra && { extra }) }),
    }),
    ui: Object.freeze({ setTitle: host.setTitle, blockLeave: host.blockLeave }),
  } satisfies AreaContext);
}

export interface AreaIdentity {
  readonly id: string;
  readonly buildId: string;
  readonly version: string;
}

/** Everything that an area may use of the console. */
export interface AreaContext {
  readonly area: AreaIdentity;
  readonly host: { readonly version: string; readonly api: string };
  readonly session: Readable<Session>;
  can(access: RouteAccess): boolean;
  readonly links: {
    /** Returns the address of a page by name: `to('user.statement', { id: 7 })`, checked by the compiler. */
    to<Id extends LinkId>(link: Id, ...values: LinkArguments<Id>): string;
    go<Id extends LinkId>(link: Id, ...values: LinkArguments<Id>): void;
  };
  readonly theme: Readable<'light' | 'dark'>;
  readonly locale: Readable<Language>;
  readonly events: Bus<ConsoleEvents>;
  /** localStorage under the area's own prefix. Loses writes silently when the browser refuses them. */
  readonly storage: {
    get(key: string): string | null;
    set(key: string, value: string): void;
    remove(key: string): void;
  };
  readonly telemetry: {
    mark(name: string): void;
    error(error: unknown, extra?: Record<string, unknown>): void;
  };
  readonly ui: {
    /** Sets a title other than the route's, already in the user's language. */
    setTitle(title: string): void;
    /** While on, leaving the page asks for confirmation. */
    blockLeave(on: boolean): void;
  };
}

type Values = Readonly<Record<string, LinkValue | undefined>>;

function readOnly<T>(source: Readable<T>): Readable<T> {
  return Object.freeze({ get: source.get, subscribe: source.subscribe });
}

/**
 * Returns where a page is now: other builds may have moved it. Builds for host API 1.0 pass the path itself.
 * @throws when no area has such a page
 */
function findLink(host: Host, link: string): LinkTarget {
  if (link.startsWith('/')) return { path: link };
  const links: Readonly<Record<string, LinkTarget>> = consoleLinks;
  const found = host.findLink?.(link) ?? links[link];
  if (!found) throw new Error(`No area has a page called ${link}.`);
  return found;
}

/**
 * What one person stored is not shown to the next one on this browser. Private windows and full disks make
 * localStorage throw; a remembered column must not break the page.
 */
function namespacedStorage(area: string, userId: () => number): AreaContext['storage'] {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  const nameOf = (key: string) => `${area}${userId()}.${key}`;
  return Object.freeze({
    get: (key) => attempt(() => localStorage.getItem(nameOf(key)), null),
    set: (key, value) => attempt(() => localStorage.setItem(nameOf(key), value), undefined),
    remove: (key) => attempt(() => localStorage.removeItem(nameOf(key)), undefined),
  } satisfies AreaContext['storage']);
}
