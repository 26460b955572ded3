import type { AreaContext } from './area-context.ts';
import type { Readable } from './readable.ts';
/**
 * What an area of contract 2 exports from its entry, an ES module: it may be of any framework, and of any version of
 * React. The shell gives it an element and takes it away again; the area draws nothing outside of it.
 */
export interface IsolatedArea {
  /** The pages that it has, in the patterns of its manifest: `/notes/:id`. */
  readonly routes: readonly string[];
  /** Draws the page at `context.location`, and follows its changes. Awaited: a rejection gives way to another build. */
  mount(element: HTMLElement, context: IsolatedContext): void | Promise<void>;
  /** Ends everything that `mount` began. The shell removes the element afterwards. */
  unmount(element: HTMLElement): void | Promise<void>;
}
/** What an isolated area may use of the console. Frozen. */
export interface IsolatedContext extends AreaContext {
  /** Where the user is. Changes while the area stays mounted: from page to page of the same area. */
  readonly location: Readable<AreaLocation>;
  /** Leads to any page of the console, by its path. Ordinary links inside of the element do so by themselves. */
  navigate(
    path: string,
    options?: {
      readonly replace?: boolean;
    },
  ): void;
  /** Calls `/api/…` as the signed-in user. An ended session shows the sign-in dialog. @throws for other addresses */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Reports an error that ended the page: an error page, or another build, takes the area's place. */
  fail(error: unknown): void;
}
export interface AreaLocation {
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  /** With its hash sign; empty without a fragment. */
  readonly hash: string;
}
