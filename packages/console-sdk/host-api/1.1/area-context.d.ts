import { type Language, type RouteAccess } from '@tollgate/contract';
import { type LinkArguments, type LinkId } from '../../src/links.ts';
import type { Bus, ConsoleEvents } from './bus.ts';
import type { Host } from './host.ts';
import type { Readable } from './readable.ts';
import { type Session } from './session.ts';
/** Cuts the host to the measure of one area. Frozen: an area cannot change what others rely on. */
export declare function createAreaContext(host: Host, area: AreaIdentity): AreaContext;
export interface AreaIdentity {
  readonly id: string;
  readonly buildId: string;
  readonly version: string;
}
/** All that an area may use of the console around it. */
export interface AreaContext {
  readonly area: AreaIdentity;
  readonly host: {
    readonly version: string;
    readonly api: string;
  };
  readonly session: Readable<Session>;
  can(access: RouteAccess): boolean;
  readonly links: {
    /** The address of a page by its name: `to('user.statement', { id: 7 })`, checked by the compiler. */
    to<Id extends LinkId>(link: Id, ...values: LinkArguments<Id>): string;
    go<Id extends LinkId>(link: Id, ...values: LinkArguments<Id>): void;
  };
  readonly theme: Readable<'light' | 'dark'>;
  readonly locale: Readable<Language>;
  readonly events: Bus<ConsoleEvents>;
  /** This browser's memory under the area's own prefix. Quietly forgets when the browser refuses. */
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
    /** A title other than the one of the route, already in the user's language. */
    setTitle(title: string): void;
    /** While on, leaving the page asks first. */
    blockLeave(on: boolean): void;
  };
}
