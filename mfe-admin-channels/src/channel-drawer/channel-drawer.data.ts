import { ApiError, call, useAction, useData } from '@tollgate/api-client';
import {
  type Channel,
  createChannel,
  fetchChannelModels,
  fetchModels,
  getChannel,
  listChannelModels,
  listLimitsOf,
  listModelsByType,
  pageChannels,
  updateChannel,
} from '@tollgate/contract';
import { lists } from '../channels/channels.data.ts';
import { type ChannelForm, changesOf, toDraft } from './channel-draft.ts';

const still = { revalidateOnFocus: false };

/** Reads the current state of one channel, for the form. The list may be outdated. */
export function useChannel(id: number | undefined) {
  return useData(getChannel, id === undefined ? null : { id }, { ...still, dedupingInterval: 0 });
}

/** The limits of a channel and its keys. */
export function useChannelLimits(id: number) {
  return useData(listLimitsOf, { scope: 'channel', scope_id: String(id) });
}

/** Returns the default models of each type, by type number. */
export function useTypeModels(): (type: number) => string[] {
  const { data } = useData(listModelsByType, {}, still);
  return (type) => data?.[type] ?? [];
}

/** Returns every model name that the gateway knows. */
export function useKnownModels() {
  const { data, isLoading } = useData(listChannelModels, {}, still);
  return { names: (data ?? []).map(({ id }) => id), isLoading };
}

/** Requests the provider's models: with the stored key, or with the typed one. */
export function useFetchModels(id: number | undefined) {
  const stored = useAction(fetchChannelModels);
  const typed = useAction(fetchModels);
  return {
    pending: stored.pending || typed.pending,
    fetch: ({ type, key = '', base_url, other = '', setting }: Partial<ChannelForm> & { type: number }) =>
      id !== undefined && !key.trim()
        ? stored.run({ id })
        : typed.run({ type, key, other, base_url: base_url || null, ...(setting?.trim() && { setting }) }),
  };
}

/** Creates one channel per key. Returns the newest one. Rejects with the field of the server's error. */
export function useCreateChannel() {
  const { run } = useAction(createChannel, { refresh: lists });
  return async (form: ChannelForm): Promise<Channel | undefined> => {
    const draft = toDraft(form);
    await run(draft).catch(refuseAtField);
    // The answer has no id. Without the channel, a toast confirms it.
    const newest = await call(pageChannels, { p: '1', page_size: '1', id_sort: 'true' }).catch(
      () => undefined,
    );
    return newest?.items.find(({ name }) => name === draft.name);
  };
}

/** Saves the fields that differ from the shown channel. An empty key keeps the stored one. */
export function useUpdateChannel() {
  const { run } = useAction(updateChannel, { refresh: [...lists, getChannel] });
  return (shown: Channel, form: ChannelForm) => {
    const { multi_key_mode, key_mode } = form;
    const changes = changesOf(shown, form);
    const mode = multi_key_mode && multi_key_mode !== shown.multi_key_mode && { multi_key_mode };
    const typed = changes.key && key_mode && { key_mode };
    return run({ ...changes, id: shown.id, ...mode, ...typed }).catch(refuseAtField);
  };
}

/** Some errors name no field although they concern one. */
function refuseAtField(error: unknown): never {
  const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
  if (!(error instanceof ApiError) || !field) throw error;
  const { changed } = error.details;
  // i18next uses `context` to select the sentence that names the changed field.
  const context = changed !== undefined && { context: changed };
  throw new ApiError(error.code, { ...error, details: { ...error.details, field, ...context } });
}

const fieldOf: Readonly<Record<string, keyof ChannelForm>> = {
  channel_key_again: 'key',
  channel_key_unreadable: 'key',
  channel_proxy_again: 'setting',
  channel_key_required: 'key',
  channel_keys_off: 'key',
  channel_host_refused: 'base_url',
};
