import { type ExtensionPoint, type ExtensionProps } from './extensions.tsx';
/**
 * What other areas show at a point: `<ExtensionSlot point="user.drawer/v1" of={{ userId, username }} />`. It comes when
 * it comes and never holds up what stands around it; where it cannot be loaded, or breaks, a quiet line says so.
 */
export declare function ExtensionSlot<Point extends ExtensionPoint>(props: {
  point: Point;
  of: ExtensionProps<Point>;
}): import('react').JSX.Element[];
