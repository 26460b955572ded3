import { useUnsaved } from '@tollgate/ui/form';
import { useCallback, useState } from 'react';

/**
 * Leaving asks for confirmation while a section has unsaved changes. Returns the function by which a section
 * reports that.
 */
export function useUnsavedSections(): (section: string, isUnsaved: boolean) => void {
  const [sections, setSections] = useState<readonly string[]>([]);
  useUnsaved(sections.length > 0);

  return useCallback((section, isUnsaved) => {
    setSections((now) => {
      const others = now.filter((one) => one !== section);
      if (isUnsaved) return [...others, section];
      return others.length === now.length ? now : others;
    });
  }, []);
}
