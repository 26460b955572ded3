import { useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OptionRows, useSaveOptions } from '../options.data.ts';
import { type PriceRow, readPrices, toChanges } from './price-rows.ts';

interface Options {
  rows: OptionRows;
  reload: () => Promise<unknown>;
  onUnsaved: (section: string, isUnsaved: boolean) => void;
}

/** The prices of all models with the unsaved changes of this page. */
export function usePrices({ rows, reload, onUnsaved }: Options) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const saveOptions = useSaveOptions();
  const [edits, setEdits] = useState<ReadonlyMap<string, PriceRow | undefined>>(new Map());
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const count = edits.size;
  useEffect(() => {
    onUnsaved('prices', count > 0);
    return () => onUnsaved('prices', false);
  }, [count, onUnsaved]);

  const all = readPrices(rows);
  for (const [name, row] of edits) row ? all.set(name, row) : all.delete(name);

  async function save() {
    setPending(true);
    setFailure(undefined);
    try {
      const changes = toChanges(rows, all.values());
      if (changes.length > 0) await saveOptions(changes);
      await reload();
      setEdits(new Map());
      toast.success(t('settings.prices.done'));
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setPending(false);
    }
  }

  return {
    all,
    count,
    pending,
    failure,
    save,
    discard: () => setEdits(new Map()),
    put: (...changed: PriceRow[]) =>
      setEdits((current) => new Map([...current, ...changed.map((row) => [row.name, row] as const)])),
    remove: (name: string) => setEdits((current) => new Map(current).set(name, undefined)),
  };
}

export type Prices = ReturnType<typeof usePrices>;
