import { useAction, useData } from '@tollgate/api-client';
import {
  type Channel,
  ChannelStatus,
  type ChannelType,
  copyChannel,
  deleteChannel,
  type Input,
  listChannelTypes,
  listGroups,
  pageChannels,
  pageChannelTags,
  updateBalance,
  updateChannel,
} from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** What shows channels: read again after everything that changes one. */
export const lists = [pageChannels, pageChannelTags] as const;
const noTypes: ChannelType[] = [];
/** The one type that is called by a word instead of a name. */
const CUSTOM = 8;

/** One page of channels; nothing is asked without a query. */
export function useChannels(query: Input<typeof pageChannels> | null) {
  return useData(pageChannels, query);
}

/** The providers in the order in which they are offered. They change with the gateway, not while somebody looks. */
export function useChannelTypes() {
  const types = useData(listChannelTypes, {}, { revalidateOnFocus: false });
  const { t } = useTranslation('area.admin-channels');
  const list = useMemo(
    () =>
      (types.data ?? noTypes).map((type) =>
        type.code === CUSTOM ? { ...type, label: t('channels.type-custom') } : type,
      ),
    [types.data, t],
  );
  const byCode = useMemo(() => new Map(list.map((type) => [type.code, type])), [list]);
  return { list, byCode, isLoading: types.isLoading };
}

export function useGroupNames() {
  return useData(listGroups, {});
}

/** Switches between enabled and disabled; enabling also forgets why the gateway switched it off. */
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

/** A second channel with the same key, under another name. */
export function useCopyChannel() {
  const { run } = useAction(copyChannel, { refresh: lists });
  return ({ id }: Channel, name: string) => run({ id, name });
}

/** Asks the provider what is left. Answers dollars. */
export function useUpdateBalance() {
  const { run, pending } = useAction(updateBalance, { refresh: lists });
  return { pending, update: async ({ id }: Channel) => (await run({ id })).balance };
}
