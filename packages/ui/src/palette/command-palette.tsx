import { lazyOverlay } from '../feedback/lazy-overlay.tsx';
import type { CommandPaletteProps } from './types.ts';

const PaletteDialog = lazyOverlay(async () => (await import('./palette-dialog.tsx')).PaletteDialog);

/** Opens any page or action by typing a few letters. Loaded when it is first opened. */
export function CommandPalette(props: CommandPaletteProps) {
  return props.visible ? <PaletteDialog {...props} /> : null;
}
