import type { RouteAccess } from '@tollgate/contract';
import { type ComponentType } from 'react';
import type { AreaContext } from './area-context.ts';
/**
 * The places where areas show something of others, and what each gives to what is shown there. The area that has the
 * place comes first in its name. What is changed here for the worse gets another version; the old one stays beside it
 * as long as builds use it.
 */
export interface ExtensionPoints {
  /** At the end of the form that edits a user. Buttons in it must be `type="button"`: they stand inside the form. */
  'user.drawer/v1': {
    userId: number;
    username: string;
  };
}
export type ExtensionPoint = keyof ExtensionPoints & string;
/** What an area gives for a point: `export function UsageOfUser(props: ExtensionProps<'user.drawer/v1'>)`. */
export type ExtensionProps<Point extends ExtensionPoint> = Readonly<ExtensionPoints[Point]>;
/** Fetches the component. What it gets as props is what its point gives. */
export type ExtensionLoader = () => Promise<ComponentType<never>>;
/** Something of another area at a point. */
export interface PlacedExtension {
  area: string;
  id: string;
  /** Key of its heading in the texts of its area, which are there also when its code is not. */
  title: string;
  access: RouteAccess;
  /** The area is switched off or does not fit. */
  isOff: boolean;
}
/** Loaded: the component, and what its own area may use. */
export interface OpenedExtension {
  Component: ComponentType<Record<string, unknown>>;
  ctx: AreaContext;
}
/** What the shell knows about extensions. */
export interface Extensions {
  /** In their order. The same array until something changes. */
  at(point: string): readonly PlacedExtension[];
  subscribe(listener: () => void): () => void;
  /** @throws when no build of the area can be loaded */
  open(extension: PlacedExtension): Promise<OpenedExtension>;
  noteCrash(extension: PlacedExtension, error: unknown): void;
}
/** Without a shell nothing is shown at any point. */
export declare const noExtensions: Extensions;
export declare const ExtensionsContext: import('react').Context<Extensions>;
