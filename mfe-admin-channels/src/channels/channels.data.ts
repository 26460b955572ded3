import { useAction, useData } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import {
  type Channel,
  ChannelStatus,
  type ChannelType,
  copyChannel,
  countChannels,
  deleteChannel,
  type Input,
  listChannelTypes,
  listGroups,
  listOptions,
  listPricing,
  pageChannels,
  pageChannelTags,
  updateBalance,
  updateChannel,
} from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Lists of channels and their counts, reloaded after every change of one. */
export const lists = [pageChannels, pageChannelTags, countChannels] as const;
const noTypes: ChannelType[] = [];
/** Types whose name is words, not a brand, with the text of their name. */
const translated = new Map([
  [8, 'channels.type-custom'],
  [21, 'channels.type-knowledge-base'],
]);

/** Reads one page of channels; does nothing without a query. */
export function useChannels(query: Input<typeof pageChannels> | null) {
  return useData(pageChannels, query);
}

/** Whether the site disables no failing channel, as far as the reader may know. */
export function useIsAutoDisableOff(): boolean {
  return useOption('AutomaticDisableChannelEnabled') === 'false';
}

/** Whether a failed request is not tried on another channel, as far as the reader may know. */
export function useIsFailoverOff(): boolean {
  return useOption('RetryTimes') === '0';
}

/** Only the super admin reads options. */
function useOption(name: string): string | undefined {
  const isRoot = useArea().can('root');
  const options = useData(listOptions, isRoot ? {} : null).data;
  return options?.find(({ key }) => key === name)?.value;
}

/** Whether more than one channel is enabled. */
export function useHasSeveralChannels(): boolean {
  const { data } = useData(countChannels, {});
  return (data?.enabled ?? 0) > 1;
}

/** The providers in display order. They change only with the gateway's version. */
export function useChannelTypes() {
  const types = useData(listChannelTypes, {}, { revalidateOnFocus: false });
  const { t } = useTranslation('area.admin-channels');
  const list = useMemo(
    () =>
      (types.data ?? noTypes).map((type) => {
        const text = translated.get(type.code);
        return text === undefined ? type : { ...type, label: t(text) };
      }),
    [types.data, t],
  );
  const byCode = useMemo(() => new Map(list.map((type) => [type.code, type])), [list]);
  return { list, byCode, isLoading: types.isLoading };
}

/** Returns the models of a channel that have no price, so that requests for them are refused. */
export function useUnpriced({ models }: Channel): string[] {
  const { data } = useData(listPricing, {}, { revalidateOnFocus: false });
  const own = new Set(models.split(','));
  const unpriced = data?.data.filter(({ unpriced, model_name }) => unpriced && own.has(model_name)) ?? [];
  return unpriced.map(({ model_name }) => model_name);
}

export function useGroupNames() {
  return useData(listGroups, {});
}

/** Switches between enabled and disabled; enabling also clears the reason of an automatic disabling. */
export function useSwitchChannel() {
  const { run } = useAction(updateChannel, { refresh: lists });
  return ({ id, status }: Channel) => {
    const { enabled, disabled } = ChannelStatus;
    return run({ id, status: status === enabled ? disabled : enabled });
  };
}

/** Changes one number of a channel from the list. */
export function useChangeNumber(field: 'priority' | 'weight') {
  const { run } = useAction(updateChannel, { refresh: lists });
  return ({ id }: Channel, value: number) => run({ id, [field]: value });
}

export function useDeleteChannel() {
  const { run } = useAction(deleteChannel, { refresh: lists });
  return ({ id }: Channel) => run({ id });
}

/** Creates a second channel with the same key, under another name. */
export function useCopyChannel() {
  const { run } = useAction(copyChannel, { refresh: lists });
  return ({ id }: Channel, name: string) => run({ id, name });
}

/** Requests the remaining balance from the provider. Returns dollars. */
export function useUpdateBalance() {
  const { run, pending } = useAction(updateBalance, { refresh: lists });
  return { pending, update: async ({ id }: Channel) => (await run({ id })).balance };
}
