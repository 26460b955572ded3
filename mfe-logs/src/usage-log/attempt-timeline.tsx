import { type LogEntry, LogType } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { isFailedCall } from './failed-call.ts';
import { readDetails } from './log-details.ts';
import { useEntryText } from './use-entry-text.ts';
import './attempt-timeline.css';

interface Moment {
  key: string;
  text: string;
  detail?: string | undefined;
  tone?: 'good' | 'bad';
}

/** What happened to a call, in order: the channels that were tried, the first token, the end. */
export function AttemptTimeline({ entry, isAdmin }: { entry: LogEntry; isAdmin: boolean }) {
  const moments = useMoments(entry, isAdmin);
  return (
    <ol className="log-timeline">
      {moments.map(({ key, text, detail, tone }) => (
        <li key={key} className={tone && `log-timeline-${tone}`}>
          <span>{text}</span>
          {detail && <small>{detail}</small>}
        </li>
      ))}
    </ol>
  );
}

function useMoments(entry: LogEntry, isAdmin: boolean): Moment[] {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const reason = useEntryText(entry);
  const { triedChannels, firstTokenMs, durationMs, failure } = readDetails(entry);
  const isCall = entry.type === LogType.consumption || entry.type === LogType.error;
  const tookMs = durationMs ?? entry.use_time * 1000;
  const isFailed = isFailedCall(entry);
  const end = format.time(entry.created_at);
  if (!isCall) return [{ key: 'event', text: t(`log.type.${entry.type}`), detail: end }];

  const start = format.time(Math.round(entry.created_at - tookMs / 1000));
  const tried = isAdmin ? triedChannels : [];
  return [
    { key: 'start', text: t('log.timeline.received'), detail: start },
    ...tried.map((id, index): Moment => {
      const isLast = index === tried.length - 1;
      const name = Number(id) === entry.channel && entry.channel_name ? entry.channel_name : '';
      const channel = [`#${id}`, name].filter(Boolean).join(' ');
      return isLast && entry.type === LogType.consumption
        ? { key: `${index}`, text: t('log.timeline.served', { channel }), tone: 'good' }
        : { key: `${index}`, text: t('log.timeline.failed', { channel }), tone: 'bad' };
    }),
    ...(firstTokenMs === undefined
      ? []
      : [{ key: 'first', text: t('log.timeline.first'), detail: format.duration(firstTokenMs) }]),
    isFailed
      ? {
          key: 'end',
          text: t('log.timeline.refused', { reason: failure ?? '' }).trim(),
          detail: reason || end,
          tone: 'bad',
        }
      : {
          key: 'end',
          text: t('log.timeline.done', { time: format.duration(tookMs) }),
          detail: end,
          tone: 'good',
        },
  ];
}
