import { toFailure, useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import { useUnsaved } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OptionRows, useSaveOptions } from '../options.data.ts';
import {
  applyEdits,
  findClashes,
  type PriceEdits,
  type PriceRow,
  readPrices,
  toChanges,
} from './price-rows.ts';

interface Options {
  rows: OptionRows;
  reload: () => Promise<OptionRows | undefined>;
}

/** Two people who edit other models at the same moment are both served within this many tries. */
const MAX_TRIES = 4;

/** The prices of all models with the unsaved changes of this page. */
export function usePrices({ rows, reload }: Options) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const saveOptions = useSaveOptions();
  const [edits, setEdits] = useState<PriceEdits>(new Map());
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const count = edits.size;
  useUnsaved(count > 0);

  async function save() {
    setPending(true);
    setFailure(undefined);
    try {
      const clashes = await store(edits);
      if (clashes.length > 0)
        return setFailure(t('settings.prices.changed-elsewhere', { names: clashes.join(', ') }));
      await reload();
      setEdits(
        (now) => new Map([...now].filter(([name, row]) => !edits.has(name) || edits.get(name) !== row)),
      );
      toast.success(t('settings.prices.done'));
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setPending(false);
    }
  }

  /**
   * Saves the edits on top of what is stored by now. Saves nothing, and returns the models, when someone else
   * edited the same ones. @throws {ApiError}
   */
  async function store(sent: PriceEdits): Promise<string[]> {
    let base = rows;
    for (let tries = 1; ; tries += 1) {
      try {
        const changes = toChanges(base, applyEdits(readPrices(base), sent).values());
        if (changes.length > 0) await saveOptions(changes);
        return [];
      } catch (error) {
        const fresh = toFailure(error).code === 'option_changed' ? await reload() : undefined;
        if (!fresh || tries === MAX_TRIES) throw error;
        const clashes = findClashes([...sent.keys()], base, fresh);
        if (clashes.length > 0) return clashes;
        base = fresh;
      }
    }
  }

  return {
    all: applyEdits(readPrices(rows), edits),
    count,
    pending,
    failure,
    save,
    discard: () => setEdits(new Map()),
    put: (...changed: PriceRow[]) =>
      setEdits((now) => new Map([...now, ...changed.map((row) => [row.name, row] as const)])),
    remove: (name: string) => setEdits((now) => new Map(now).set(name, undefined)),
  };
}

export type Prices = ReturnType<typeof usePrices>;
