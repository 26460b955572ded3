import type { ExtensionProps } from '@tollgate/console-sdk';
import { CreateDrawer } from './create-drawer.tsx';

/**
 * A command of the palette (Ctrl+K) on every page of the console, as an example of an extension: a component with the
 * props of its point, a lazy import in `area.tsx`, and a line in the manifest.
 */
export function CreateCommand({ onClose }: ExtensionProps<'shell.command/v1'>) {
  return <CreateDrawer onClose={onClose} />;
}
