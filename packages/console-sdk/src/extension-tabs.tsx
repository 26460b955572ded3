import { ExtensionFrame } from './extension-slot.tsx';
import type { ExtensionPoint, ExtensionProps } from './extensions.tsx';
import { extensionName, useExtensionTitle, usePlaced } from './use-placed.ts';

/** A tab of another area. */
export interface ExtensionTab {
  /** `logs.usage-of-user`: also its part of the address. */
  id: string;
  /** In the user's language. */
  label: string;
}

/** Returns the tabs that other areas add to a page. Their code is loaded when one opens: `ExtensionTabContent`. */
export function useExtensionTabs(point: ExtensionPoint): ExtensionTab[] {
  const titleOf = useExtensionTitle();
  return usePlaced(point).map((extension) => ({
    id: extensionName(extension),
    label: titleOf(extension),
  }));
}

/** Shows the tab of another area. Nothing, if there is no such tab. */
export function ExtensionTabContent<Point extends ExtensionPoint>(props: {
  point: Point;
  /** Of `useExtensionTabs`. */
  tab: string;
  of: ExtensionProps<Point>;
}) {
  const extension = usePlaced(props.point).find((placed) => extensionName(placed) === props.tab);
  if (!extension) return null;
  const { isOff } = extension;
  return (
    <ExtensionFrame
      key={`${props.tab} ${isOff}`}
      extension={extension}
      of={props.of as Record<string, unknown>}
    />
  );
}
