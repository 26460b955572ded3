import { useArea } from '@tollgate/console-sdk';
import { useCallback, useEffect, useState } from 'react';

/**
 * Leaving asks for confirmation while a section has unsaved changes. Returns the function by which a section
 * reports that.
 */
export function useUnsaved(): (section: string, isUnsaved: boolean) => void {
  const { ui } = useArea();
  const [sections, setSections] = useState<readonly string[]>([]);
  const isAny = sections.length > 0;

  useEffect(() => {
    ui.blockLeave(isAny);
    return () => ui.blockLeave(false);
  }, [ui, isAny]);

  return useCallback((section, isUnsaved) => {
    setSections((current) => {
      const others = current.filter((one) => one !== section);
      if (isUnsaved) return [...others, section];
      return others.length === current.length ? current : others;
    });
  }, []);
}
