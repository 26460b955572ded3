import type { RouteAccess } from '@tollgate/contract';
import { type ComponentType } from 'react';
import type { AreaContext } from './area-context.ts';
/**
 * The points where areas show extensions of other areas, and the props of each. A name starts with the area
 * that has the point. A breaking change needs a new version; the old one stays as long as builds use it.
 */
export interface ExtensionPoints {
  /** At the end of the form that edits a user. Its buttons must be `type="button"`: they are inside the form. */
  'user.drawer/v1': {
    userId: number;
    username: string;
  };
  /** Cards below the balance of the dashboard: of all users, or of the one who looks. */
  'logs.dashboard/v1': {
    scope: 'everybody' | 'own';
  };
  /**
   * Commands of the palette (Ctrl+K), by their titles. The component is drawn above the page once a command was
   * chosen, until it calls `onClose`: most are a dialog or a drawer.
   */
  'shell.command/v1': {
    onClose: () => void;
  };
}
export type ExtensionPoint = keyof ExtensionPoints & string;
/** Props of an extension for a point: `export function UsageOfUser(props: ExtensionProps<'user.drawer/v1'>)`. */
export type ExtensionProps<Point extends ExtensionPoint> = Readonly<ExtensionPoints[Point]>;
/** Fetches the component. Its props are those of its point. */
export type ExtensionLoader = () => Promise<ComponentType<never>>;
/** An extension of another area at a point. */
export interface PlacedExtension {
  area: string;
  id: string;
  /** Key of its heading in its area's texts, which are available without its code. */
  title: string;
  access: RouteAccess;
  /** The area is switched off or does not fit. */
  isOff: boolean;
}
/** A loaded extension: the component, and the context of its own area. */
export interface OpenedExtension {
  Component: ComponentType<Record<string, unknown>>;
  ctx: AreaContext;
}
/** The shell's registry of extensions. */
export interface Extensions {
  /** Returns them in order. The same array until something changes. */
  at(point: string): readonly PlacedExtension[];
  subscribe(listener: () => void): () => void;
  /** @throws when no build of the area can be loaded */
  open(extension: PlacedExtension): Promise<OpenedExtension>;
  noteCrash(extension: PlacedExtension, error: unknown): void;
}
/** Without a shell no point shows anything. */
export declare const noExtensions: Extensions;
export declare const ExtensionsContext: import('react').Context<Extensions>;
