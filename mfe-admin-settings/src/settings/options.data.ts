import { useAction, useData, useRefresh } from '@tollgate/api-client';
import { getStatus, listOptions, type Output, saveOption, saveOptions } from '@tollgate/contract';
import type { OptionKey } from '@tollgate/contract/options';

export type OptionRows = Output<typeof listOptions>;

export interface OptionChange {
  key: OptionKey;
  value: string;
  /** The text that was edited. Nothing is saved when the server has another one by now. */
  previous?: string;
}

/** Every option with its text. Only root may read them. */
export function useOptions() {
  return useData(listOptions, {});
}

/**
 * Saves options together, all or none: a switch and its requirements may be new at once. Reloads the site
 * status, so that header, sidebar and amounts follow at once.
 *
 * @throws the server's error; `details.key` names the option
 */
export function useSaveOptions() {
  const one = useAction(saveOption);
  const several = useAction(saveOptions);
  const refresh = useRefresh();

  return async (changes: readonly OptionChange[]): Promise<void> => {
    const [only, ...others] = changes;
    if (only && others.length === 0) await one.run(only);
    else await several.run({ options: [...changes] });
    await refresh([getStatus]);
  };
}
