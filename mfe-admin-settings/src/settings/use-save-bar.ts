import { useToast } from '@tollgate/ui/core';
import { useUnsaved } from '@tollgate/ui/form';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionRows } from './options.data.ts';
import type { SaveFailure } from './use-conflict.ts';
import type { Section, SectionState } from './use-section-values.ts';
import { useStore } from './use-store.ts';

/**
 * Saves what changed in all sections of a tab at once, all or none, and shows errors at their fields. Leaving asks
 * for confirmation while anything is unsaved.
 */
export function useSaveBar(reload: () => Promise<OptionRows | undefined>) {
  const { t, i18n } = useTranslation('area.admin-settings');
  const toast = useToast();
  const sections = useRef(new Map<string, Section>());
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const busy = useRef(false);
  const store = useStore(reload);
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  useUnsaved(count > 0);

  /** A section says how many of its fields are unsaved; without a state it is gone. */
  const register = useCallback((id: string, section: Section | undefined, changed: number) => {
    if (section) sections.current.set(id, section);
    else sections.current.delete(id);
    setCounts((now) => ((now[id] ?? 0) === changed ? now : { ...now, [id]: changed }));
  }, []);
  const changedSections = () => [...sections.current].filter(([, read]) => read().findChanged().length > 0);

  async function save() {
    if (busy.current) return;
    setFailure(undefined);
    const changed = changedSections();
    if (changed.length === 0) return toast.info(t('settings.save.unchanged'));
    busy.current = true;
    setPending(true);
    try {
      for (const [, read] of changed) {
        const wrong = await findInvalid(read());
        if (wrong.length === 0) continue;
        if (wrong[0]) read().focus(wrong[0]);
        return setFailure({ sentence: t('settings.save.check'), isAtField: true });
      }
      const problem = await store(changed.map(([, read]) => read));
      if (problem) return setFailure(problem);
      const doneKey = `settings.section.${changed[0]?.[0]}.done`;
      const hasOwn = changed.length === 1 && i18n.exists(doneKey, { ns: 'area.admin-settings' });
      return toast.success(hasOwn ? t(doneKey) : t('settings.save.done'));
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  function discard() {
    setFailure(undefined);
    for (const [, read] of changedSections()) read().adopt(read().fields, read().stored);
  }

  function takeTheirs() {
    failure?.takeTheirs?.();
    setFailure(undefined);
  }

  return { count, pending, failure, register, save, discard, takeTheirs };
}

async function findInvalid({ form }: SectionState): Promise<string[]> {
  try {
    await form.validate();
    return [];
  } catch (error) {
    return Object.keys((error as { errors?: object }).errors ?? {});
  }
}

export type SaveBarState = ReturnType<typeof useSaveBar>;
