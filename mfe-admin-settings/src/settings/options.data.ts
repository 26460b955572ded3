import { useAction, useData } from '@tollgate/api-client';
import { getStatus, listOptions, type Output, saveOption } from '@tollgate/contract';
import type { OptionKey } from '@tollgate/contract/options';
import { useSWRConfig } from 'swr';

export type OptionRows = Output<typeof listOptions>;

export interface OptionChange {
  key: OptionKey;
  value: string;
}

/** Every option with its text. Only root may read them. */
export function useOptions() {
  return useData(listOptions, {});
}

/**
 * Saves options one call each, in order, and goes on after a failure. Answers what failed, by key. The site status is
 * read again, so that header, sidebar and amounts follow at once.
 */
export function useSaveOptions() {
  const { run } = useAction(saveOption);
  const { mutate } = useSWRConfig();

  return async (changes: readonly OptionChange[]): Promise<Map<OptionKey, unknown>> => {
    const failures = new Map<OptionKey, unknown>();
    // What a switch needs is saved before the switch.
    const switchesLast = [...changes].sort((a, b) => Number(a.value === 'true') - Number(b.value === 'true'));
    for (const change of switchesLast) {
      await run(change).catch((error: unknown) => failures.set(change.key, error));
    }
    await mutate((key) => Array.isArray(key) && key[0] === getStatus.address);
    return failures;
  };
}
