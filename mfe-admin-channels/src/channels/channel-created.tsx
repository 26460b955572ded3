import { useArea } from '@tollgate/console-sdk';
import type { Channel } from '@tollgate/contract';
import { Alert, Button } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { TestNow } from '../health/test-now.tsx';
import { useHasSeveralChannels, useIsFailoverOff, useUnpriced } from './channels.data.ts';
import './channel-created.css';

export interface Props {
  channel: Channel;
  /** Opens the prices of these models. */
  onPrices: (models: readonly string[]) => void;
  onClose: () => void;
}

/** What comes after a new channel: a test with its result, prices that are missing, a token. */
export function ChannelCreated({ channel, onPrices, onClose }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const { links } = useArea();
  return (
    <Dialog
      title={t('created.title', { name: channel.name })}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button type="primary" onClick={() => links.go('user.tokens', { create: '1' })}>
            {t('created.token')}
          </Button>
        </>
      }
    >
      <div className="channels-created">
        <TestNow channel={channel} hint={t('created.test-hint')} hasChoice />
        <FailoverOff onSet={onClose} />
        <MissingPrices
          channel={channel}
          onSet={(models) => {
            onClose();
            onPrices(models);
          }}
        />
      </div>
    </Dialog>
  );
}

/** A second channel suggests that it takes over from the first, which retries do. */
function FailoverOff({ onSet }: { onSet: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const { links } = useArea();
  const isOff = useIsFailoverOff();
  const hasSeveral = useHasSeveralChannels();
  if (!isOff || !hasSeveral) return null;
  const open = () => {
    onSet();
    links.go('admin-settings.settings', { tab: 'operation' });
  };
  return (
    <Alert
      type="info"
      title={t('created.failover')}
      content={t('created.failover-text')}
      action={
        <Button size="small" onClick={open}>
          {t('form.failover.set')}
        </Button>
      }
    />
  );
}

interface MissingProps {
  channel: Channel;
  onSet: (models: readonly string[]) => void;
}

function MissingPrices({ channel, onSet }: MissingProps) {
  const { t } = useTranslation('area.admin-channels');
  const models = useUnpriced(channel);
  if (models.length === 0) return null;
  return (
    <Alert
      type="warning"
      title={t('created.prices', { count: models.length })}
      content={models.join(', ')}
      action={
        <Button size="small" onClick={() => onSet(models)}>
          {t('created.prices-set')}
        </Button>
      }
    />
  );
}
