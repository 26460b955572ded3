import { type Channel, ChannelStatus } from '@tollgate/contract';
import { Alert, TimeAgo } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { ChannelStatusTag } from '../channels/channel-status-tag.tsx';
import { ResponseTime } from '../channels/response-time.tsx';
import { readStatusInfo } from '../channels/status-info.ts';
import { useHealthOf } from '../health/channel-health.data.ts';
import { HealthFigures, LastError } from '../health/health-cells.tsx';
import { HealthStrip } from '../health/health-strip.tsx';
import { TestNow } from '../health/test-now.tsx';

/** How a stored channel does: its status with the reason, the last 24 hours, and a test. */
export function ChannelStatusSection({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const health = useHealthOf([channel]).get(channel.id);
  return (
    <div className="channel-status" data-no-autofocus>
      {channel.status === ChannelStatus.tripped && <Tripped channel={channel} />}
      <dl>
        <dt>{t('channels.field.status')}</dt>
        <dd>
          <ChannelStatusTag channel={channel} />
        </dd>
        {health && (
          <>
            <dt>{t('channels.field.health')}</dt>
            <dd>
              <HealthStrip strip={health.strip} />
              <HealthFigures health={health} />
            </dd>
            {health.last_error && (
              <>
                <dt>{t('channels.field.error')}</dt>
                <dd>
                  <LastError error={health.last_error} />
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      <TestNow channel={channel} hint={<LastTest channel={channel} />} />
    </div>
  );
}

function Tripped({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const { reason, at } = readStatusInfo(channel);
  return (
    <Alert
      type="error"
      content={
        <>
          {t('channels.tripped.reason', { reason: reason ?? t('channels.tripped.unknown') })}
          {at !== undefined && (
            <>
              {' · '}
              <TimeAgo at={at} />
            </>
          )}
        </>
      }
    />
  );
}

function LastTest({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  if (channel.response_time <= 0 && channel.test_time <= 0) return t('health.untested');
  return (
    <>
      {t('channels.field.response-time')}: <ResponseTime channel={channel} />,{' '}
      <TimeAgo at={channel.test_time} />
    </>
  );
}
