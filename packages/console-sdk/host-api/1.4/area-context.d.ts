import { type Language, type RouteAccess } from '@tollgate/contract';
import { type LinkArguments, type LinkId } from '../../src/links.ts';
import type { Bus, ConsoleEvents } from './bus.ts';
import type { Host } from './host.ts';
import type { Readable } from './readable.ts';
import { type Session } from './session.ts';
/** Narrows the host to one area. Frozen: an area cannot change what others rely on. */
export declare function createAreaContext(host: Host, area: AreaIdentity): AreaContext;
export interface AreaIdentity {
  readonly id: string;
  readonly buildId: string;
  readonly version: string;
}
/** Everything that an area may use of the console. */
export interface AreaContext {
  readonly area: AreaIdentity;
  readonly host: {
    readonly version: string;
    readonly api: string;
  };
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
