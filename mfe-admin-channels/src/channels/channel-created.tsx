import { useArea } from '@tollgate/console-sdk';
import type { Channel } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, StatusTag, useFormat } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { IconThunderbolt } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTestChannel } from './channel-work.data.ts';
import { useUnpriced } from './channels.data.ts';
import './channel-created.css';

interface Props {
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
        <TestNow channel={channel} />
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

function TestNow({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const test = useTestChannel();
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string }>();

  async function run() {
    setRunning(true);
    await test(channel.id).then(
      (timeMs) => setOutcome({ ok: true, text: t('channels.test.took', { time: format.duration(timeMs) }) }),
      (error) => setOutcome({ ok: false, text: errorMessage(error) }),
    );
    setRunning(false);
  }

  return (
    <div className="channels-created-test">
      <Button icon={<IconThunderbolt />} loading={isRunning} onClick={() => void run()}>
        {t('created.test')}
      </Button>
      <span role="status">
        {outcome ? (
          <StatusTag tone={outcome.ok ? 'success' : 'danger'}>{outcome.text}</StatusTag>
        ) : (
          <span className="tg-muted">{t('created.test-hint')}</span>
        )}
      </span>
    </div>
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
