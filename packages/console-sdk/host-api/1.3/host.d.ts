import type { Language } from '@tollgate/contract';
import type { LinkTarget } from '../../src/links.ts';
import type { Bus, ConsoleEvents } from './bus.ts';
import type { Readable } from './readable.ts';
import type { Session } from './session.ts';
/** What the shell (or the mock shell) provides, before it is narrowed to one area. */
export interface Host {
  readonly version: string;
  readonly session: Readable<Session>;
  readonly theme: Readable<'light' | 'dark'>;
  readonly locale: Readable<Language>;
  readonly events: Bus<ConsoleEvents>;
  navigate(path: string): void;
  /** Returns the current address of a named page. Without it, the address at build time is used. */
  findLink?(link: string): LinkTarget | undefined;
  setTitle(title: string): void;
  /** While on, leaving the page asks for confirmation. */
  blockLeave(on: boolean): void;
  report(report: AreaReport): void;
}
/** A measurement or an error of an area. */
export type AreaReport = {
  area: string;
  buildId: string;
} & (
  | {
      kind: 'mark';
      name: string;
      atMs: number;
    }
  | {
      kind: 'error';
      error: unknown;
      extra?: Record<string, unknown>;
    }
);
