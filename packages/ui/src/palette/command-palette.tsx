import { lazy, Suspense } from 'react';
import type { CommandPaletteProps } from './types.ts';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));

/** Opens any page or action by typing a few letters. Loaded when it is first opened. */
export function CommandPalette(props: CommandPaletteProps) {
  if (!props.visible) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog {...props} />
    </Suspense>
  );
}
