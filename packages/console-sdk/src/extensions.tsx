import type { RouteAccess } from '@tollgate/contract';
import { type ComponentType, createContext } from 'react';
import type { AreaContext } from './area-context.ts';

/**
 * The points where areas show extensions of other areas, and the props of each. A name starts with the area
 * that has the point. A breaking change needs a new version; the old one stays as long as builds use it.
 */
export interface ExtensionPoints {
  /** At the end of the form that edits a user. Its buttons must be `type="button"`: they are inside the form. */
  'user.drawer/v1': { userId: number; username: string };
  /** Cards below the balance of the dashboard: of all users, or of the one who looks. */
  'logs.dashboard/v1': { scope: 'everybody' | 'own' };
  /**
   * Commands of the palette (Ctrl+K), by their titles. The component is drawn above the page once a command was
   * chosen, until it calls `onClose`: most are a dialog or a drawer.
   */
  'shell.command/v1': { onClose: () => void };
  /** Counts in the menu, at the entry that the extension names as its `target`. The component draws nothing. */
  'shell.badge/v1': { onBadge: (badge: NavBadge | null) => void };
  /** Tabs of the page with the statement of a user. */
  'user.statement/v1': { userId: number; username: string };
  /** Tabs of the system settings, for root. */
  'admin-settings.panel/v1': Record<never, never>;
  /** Actions of a row, by their titles: like a command, about this row. */
  'user.user-action/v1': RowActionPoint<UserRow>;
  'user.token-action/v1': RowActionPoint<TokenRow>;
  'admin-channels.channel-action/v1': RowActionPoint<ChannelRow>;
  'logs.call-action/v1': RowActionPoint<CallRow>;
  /** Columns that the user may choose. The component is one cell. */
  'user.user-column/v1': RowColumnPoint<UserRow>;
  'user.token-column/v1': RowColumnPoint<TokenRow>;
  'admin-channels.channel-column/v1': RowColumnPoint<ChannelRow>;
  'logs.call-column/v1': RowColumnPoint<CallRow>;
}

/** A count at an entry of the menu. */
export interface NavBadge {
  count: number;
  /** The count in words, in the user's language: "3 channels are disabled". */
  label: string;
}

/** Props of an action. It is drawn above the page once it was chosen, until it calls `onClose`. */
export interface RowActionPoint<Row> {
  row: Row;
  onClose: () => void;
}

/** Props of a cell. `rows` are all rows of the page: fetch what they need in one request. */
export interface RowColumnPoint<Row> {
  row: Row;
  rows: readonly Row[];
}

export interface UserRow {
  id: number;
  username: string;
}

export interface TokenRow {
  id: number;
  name: string;
}

export interface ChannelRow {
  id: number;
  name: string;
}

/** A call of the usage log. Users get `channelId` 0 and their own name. */
export interface CallRow {
  id: number;
  /** Unix seconds. */
  at: number;
  model: string;
  tokenName: string;
  username: string;
  channelId: number;
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
  /** What of the point it is for, such as an entry of the menu: `<area>.<entry>`. */
  target?: string;
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

const NOTHING: readonly PlacedExtension[] = [];

/** Without a shell no point shows anything. */
export const noExtensions: Extensions = {
  at: () => NOTHING,
  subscribe: () => () => {},
  open: () => Promise.reject(new Error('There are no extensions here.')),
  noteCrash: () => {},
};

export const ExtensionsContext = createContext<Extensions>(noExtensions);
