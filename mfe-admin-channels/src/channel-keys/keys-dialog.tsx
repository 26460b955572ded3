import type { Channel, ChannelKey } from '@tollgate/contract';
import { Button, ErrorState, Skeleton, useToast } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { isOn, useChannelKeys, useSwitchKeys } from './channel-keys.data.ts';
import { KeyRow } from './key-row.tsx';
import './channel-keys.css';

interface Props {
  channel: Pick<Channel, 'id' | 'name'>;
  onClose: () => void;
}

/** The keys of a channel with several: which are in use, which are off and why, and a switch for each. */
export function KeysDialog({ channel: { id, name }, onClose }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const { data: keys, error, mutate } = useChannelKeys(id);
  return (
    <Dialog title={t('keys.title', { name })} width={560} onClose={onClose}>
      {error && !keys && <ErrorState title={t('keys.failed')} error={error} onRetry={() => void mutate()} />}
      {!keys && !error && <Skeleton animation text={{ rows: 3 }} />}
      {keys && <Keys id={id} keys={keys} />}
    </Dialog>
  );
}

function Keys({ id, keys }: { id: number; keys: readonly ChannelKey[] }) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const { turn, pending } = useSwitchKeys(id);
  const off = keys.filter((key) => !isOn(key));
  if (keys.length < 2) return <p className="channel-keys-note">{t('keys.single')}</p>;

  async function attempt(some: readonly ChannelKey[], on: boolean, done: string) {
    await turn(some, on).then(() => toast.success(done), toast.error);
  }

  return (
    <>
      <div className="channel-keys-head">
        <span role="status">{t('keys.count', { on: keys.length - off.length, size: keys.length })}</span>
        {off.length > 1 && (
          <Button
            size="small"
            disabled={pending}
            onClick={() => void attempt(off, true, t('keys.all-enabled'))}
          >
            {t('keys.enable-all')}
          </Button>
        )}
      </div>
      <ul className="channel-keys-list">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            entry={key}
            pending={pending}
            onSwitch={(on) =>
              attempt([key], on, t(on ? 'keys.enabled' : 'keys.disabled', { hint: key.hint }))
            }
          />
        ))}
      </ul>
      <p className="channel-keys-note">{t('keys.masked')}</p>
    </>
  );
}
