import { useArea } from '@tollgate/console-sdk';
import type { Channel } from '@tollgate/contract';
import { toFailure, useErrorMessage } from '@tollgate/i18n';
import { Alert, useToast } from '@tollgate/ui/core';
import { FormDrawer, type FormInstance } from '@tollgate/ui/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChannelForm, countKeys, freshChannel, toForm } from './channel-draft.ts';
import { useChannel, useCreateChannel, useUpdateChannel } from './channel-drawer.data.ts';
import { ChannelFields } from './channel-fields.tsx';
import { useAddressCheck } from './use-address-check.ts';
import './channel-drawer.css';

export type DrawerTask = { kind: 'create' } | { kind: 'edit'; channel: Channel };

export interface Props {
  task: DrawerTask;
  /** After the creation of a single channel. */
  onCreated: (channel: Channel) => void;
  onClose: () => void;
  /** With the models of the channel. */
  onSaved?: ((models: readonly string[]) => void) | undefined;
}

/** The form of a new or existing channel. */
export function ChannelDrawer({ task, ...handlers }: Props) {
  if (task.kind === 'edit') return <EditChannel channel={task.channel} {...handlers} />;
  return <CreateChannel {...handlers} />;
}

function CreateChannel({ onCreated, onClose, onSaved }: Omit<Props, 'task'>) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const create = useCreateChannel();
  const checkAddress = useAddressCheck();
  const fold = useFold();

  async function submit(form: ChannelForm) {
    await checkAddress(form.base_url);
    const [channel, count] = [await create(form).catch(fold.showRefused), countKeys(form.type, form.key)];
    if (channel && count === 1) return onCreated(channel);
    toast.success(t('drawer.created', { count }));
    onSaved?.(form.models);
  }

  return (
    <FormDrawer<ChannelForm>
      title={t('drawer.create')}
      initial={freshChannel}
      submitText={t('drawer.create-ok')}
      width={800}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => <ChannelFields form={form} unfolded={fold.unfolded} onFold={fold.set} />}
    </FormDrawer>
  );
}

/** Opens with the list's data, and switches to the server's newer data unless the user has already typed. */
function EditChannel({ channel, onClose, onSaved }: { channel: Channel } & Omit<Props, 'task'>) {
  const { t } = useTranslation('area.admin-channels');
  const update = useUpdateChannel();
  const errorMessage = useErrorMessage();
  const [shown, setShown] = useState(channel);
  const [isKeyNeeded, setKeyNeeded] = useState(false);
  const checkAddress = useAddressCheck(shown.base_url ?? '');
  const fold = useFold();
  const [{ ui }, { name, declared: place }] = [useArea(), channel];
  const title = t('drawer.edit', { name });
  useEffect(() => ui.setTitle(title), [ui, title]);

  async function submit(form: ChannelForm) {
    await checkAddress(form.base_url);
    await update(shown, form).catch((error: unknown) => {
      setKeyNeeded(toFailure(error).code === 'channel_key_again');
      fold.showRefused(error);
    });
    onSaved?.(form.models);
  }

  return (
    <FormDrawer<ChannelForm>
      title={title}
      initial={toForm(channel)}
      submitText={t('drawer.save')}
      done={t('drawer.updated', { name })}
      readOnly={place && errorMessage({ code: 'declared_elsewhere', details: { name, place } })}
      width={800}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Freshen form={form} id={channel.id} onFresh={setShown} />
          <ChannelFields
            form={form}
            channel={shown}
            isKeyNeeded={isKeyNeeded}
            unfolded={fold.unfolded}
            onFold={fold.set}
          />
        </>
      )}
    </FormDrawer>
  );
}

interface FreshenProps {
  form: FormInstance<ChannelForm>;
  id: number;
  onFresh: (channel: Channel) => void;
}

function Freshen({ form, id, onFresh }: FreshenProps) {
  const { data, error, isValidating } = useChannel(id);
  const errorMessage = useErrorMessage();
  const wasRead = useRef(false);
  useEffect(() => {
    if (isValidating) wasRead.current = true;
    // Until then the data is what an earlier visit left in the cache: it may be older than the list.
    if (!data || isValidating || !wasRead.current || form.getTouchedFields().length > 0) return;
    form.setFieldsValue(toForm(data));
    onFresh(data);
  }, [data, isValidating, form, onFresh]);
  return error ? <Alert type="warning" className="channel-note" content={errorMessage(error)} /> : null;
}

/** Expands the collapsed part of the form when the server rejects a field in it. */
function useFold() {
  const [unfolded, set] = useState(false);
  function showRefused(error: unknown): never {
    if (folded.has(String(toFailure(error).details?.field))) set(true);
    throw error;
  }
  return { unfolded, set, showRefused };
}

const folded: ReadonlySet<string> = new Set([
  'model_mapping',
  'status_code_mapping',
  'param_override',
  'setting',
]);
