import { type ReactNode } from 'react';
import { type ExtensionPoint, type ExtensionProps, type PlacedExtension } from './extensions.tsx';
/**
 * Shows what other areas offer at a point: `<ExtensionSlot point="user.drawer/v1" of={{ userId, username }} />`. It
 * never blocks the page around it; a short notice replaces an extension that cannot be loaded or crashes.
 */
export declare function ExtensionSlot<Point extends ExtensionPoint>(props: {
  point: Point;
  of: ExtensionProps<Point>;
}): import('react').JSX.Element[];
interface FrameProps {
  extension: PlacedExtension;
  of: Record<string, unknown>;
  /** Shown until its code is here. Lines of text by default. */
  loading?: ReactNode;
  /** Replaces one that cannot be shown. A short notice by default. */
  unavailable?: ReactNode;
}
/** For hosts: one extension, with its failures contained. */
export declare function ExtensionFrame({
  extension,
  of,
  loading,
  unavailable,
}: FrameProps): import('react').JSX.Element;
