import { useAction, useData } from '@tollgate/api-client';
import {
  disableChannelTag,
  editChannelTag,
  enableChannelTag,
  type Input,
  pageChannelTags,
} from '@tollgate/contract';
import { lists } from '../channels/channels.data.ts';

export function useChannelTags(query: Input<typeof pageChannelTags>) {
  return useData(pageChannelTags, query);
}

/** Changes all channels of a tag. */
export function useEditTag() {
  const { run } = useAction(editChannelTag, { refresh: lists });
  return run;
}

/** Enables or disables all channels of a tag. */
export function useSwitchTag() {
  const enable = useAction(enableChannelTag, { refresh: lists });
  const disable = useAction(disableChannelTag, { refresh: lists });
  return (tag: string, isOn: boolean) => (isOn ? enable : disable).run({ tag });
}
