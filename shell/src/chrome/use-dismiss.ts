import { type RefObject, useEffect } from 'react';

/** A press outside of the element closes its popup. */
export function useDismiss(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` only sets state, any render's will do
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
}
