import type { Language } from '@tollgate/contract';
import type { LinkTarget } from '../../src/links.ts';
import type { Bus, ConsoleEvents } from './bus.ts';
import type { Readable } from './readable.ts';
import type { Session } from './session.ts';
/** What the shell (or the mock shell) brings, before it is cut to the measure of one area. */
export interface Host {
  readonly version: string;
  readonly session: Readable<Session>;
  readonly theme: Readable<'light' | 'dark'>;
  readonly locale: Readable<Language>;
  readonly events: Bus<ConsoleEvents>;
  navigate(path: string): void;
  /** Where a named page is, by the areas that are there now. Without it, where it was when this was built. */
  findLink?(link: string): LinkTarget | undefined;
  setTitle(title: string): void;
  /** While on, leaving the page asks first. */
  blockLeave(on: boolean): void;
  report(report: AreaReport): void;
}
/** What an area measured or what went wrong in it. */
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
