import { type RefObject, useEffect } from 'react';

/**
 * Marks a horizontally scrolling region with `data-more="left right"`: sticky cells cast a shadow on sides
 * with hidden content.
 */
export function useScrollEdges(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const edges = [scrollLeft > 1 && 'left', scrollLeft + clientWidth < scrollWidth - 1 && 'right'];
      element.dataset.more = edges.filter(Boolean).join(' ');
    };
    const resizes = new ResizeObserver(look);
    resizes.observe(element);
    if (element.firstElementChild) resizes.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [region]);
}
