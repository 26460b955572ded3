import type { Channel } from '@tollgate/contract';
import { Tooltip, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { speedOf } from './speed.ts';

/** Duration of the last test, coloured by speed; its rating and time on hover. */
export function ResponseTime({ channel }: { channel: Pick<Channel, 'response_time' | 'test_time'> }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  const speed = speedOf(channel.response_time, channel.test_time);
  if (speed === 'untested')
    return (
      <span className="channels-untested" data-speed={speed}>
        {t('channels.speed.untested')}
      </span>
    );
  const word = t(`channels.speed.${speed}`);
  const hint =
    channel.test_time > 0 ? t('channels.speed.hint', { word, time: format.time(channel.test_time) }) : word;
  return (
    <Tooltip content={hint}>
      <span className={`channels-speed channels-speed-${speed}`} data-speed={speed}>
        {speed === 'failed' ? word : format.duration(channel.response_time)}
      </span>
    </Tooltip>
  );
}
