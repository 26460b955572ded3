import type { Channel, ChannelKey } from '@tollgate/contract';
import { Button, ErrorState, Skeleton, useToast } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddKeys } from './add-keys.tsx';
import { isOn, useChannelKeys, useSwitchKeys } from './channel-keys.data.ts';
import { KeyRow } from './key-row.tsx';
import { SelectedKeys } from './selected-keys.tsx';
import './channel-keys.css';

export interface Props {
  channel: Pick<Channel, 'id' | 'name'>;
  onClose: () => void;
}

/**
 * The keys of a channel with several: their states and errors, a switch for each, and dialogs to add and remove keys.
 */
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
  const [isAdding, setAdding] = useState(false);
  const { turn: switchKeys, pending } = useKeySwitch(id);
  const off = keys.filter((key) => !isOn(key));
  return (
    <>
      <div className="channel-keys-head">
        <span role="status">{t('keys.count', { on: keys.length - off.length, size: keys.length })}</span>
        <span className="channel-keys-buttons">
          {off.length > 1 && (
            <Button
              size="small"
              disabled={pending}
              onClick={() => void switchKeys(off, true, t('keys.all-enabled'))}
            >
              {t('keys.enable-all')}
            </Button>
          )}
          {!isAdding && (
            <Button size="small" icon={<IconPlus />} onClick={() => setAdding(true)}>
              {t('keys.add.ok')}
            </Button>
          )}
        </span>
      </div>
      {isAdding && <AddKeys id={id} onClose={() => setAdding(false)} />}
      {keys.length > 1 ? (
        <KeyList id={id} keys={keys} pending={pending} switchKeys={switchKeys} />
      ) : (
        <p className="channel-keys-note">{t('keys.single')}</p>
      )}
    </>
  );
}

interface ListProps {
  id: number;
  keys: readonly ChannelKey[];
  pending: boolean;
  switchKeys: (some: readonly ChannelKey[], on: boolean, done: string) => Promise<void>;
}

function KeyList({ id, keys, pending, switchKeys }: ListProps) {
  const { t } = useTranslation('area.admin-channels');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = keys.filter((key) => ticked.has(key.id)); // some may have been removed meanwhile

  function tick(key: string, isTicked: boolean) {
    const others = [...ticked].filter((each) => each !== key);
    setTicked(new Set(isTicked ? [...others, key] : others));
  }

  return (
    <>
      <ul className="channel-keys-list">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            entry={key}
            pending={pending}
            isSelected={ticked.has(key.id)}
            onSelect={(isTicked) => tick(key.id, isTicked)}
            onSwitch={(on) =>
              switchKeys([key], on, t(on ? 'keys.enabled' : 'keys.disabled', { hint: key.hint }))
            }
          />
        ))}
      </ul>
      {selected.length > 0 && <SelectedKeys id={id} keys={selected} />}
      <p className="channel-keys-note">{t('keys.masked')}</p>
    </>
  );
}

/** Enables or disables keys, and shows the result. */
function useKeySwitch(id: number) {
  const toast = useToast();
  const { turn: switchKeys, pending } = useSwitchKeys(id);
  return {
    pending,
    turn: (some: readonly ChannelKey[], on: boolean, done: string) =>
      switchKeys(some, on).then(() => toast.success(done), toast.error),
  };
}
