import { type Channel, ChannelStatus, type ChannelType } from '@tollgate/contract';
import { type DataColumn, IdDot, useIsRecord } from '@tollgate/ui/data';
import { IconTag } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { HealthCell, LastErrorCell } from '../health/health-cells.tsx';
import { ChannelStatusTag } from './channel-status-tag.tsx';
import { ChannelTypeMark } from './channel-type-mark.tsx';
import { useChangeNumber, useChannelTypes } from './channels.data.ts';
import { Groups } from './groups.tsx';
import { InlineNumber } from './inline-number.tsx';
import { ResponseTime } from './response-time.tsx';
import type { NumberField } from './row-number.ts';
import { UsedAndBalance } from './used-and-balance.tsx';
import './channel-columns.css';

export function useChannelColumns(): DataColumn<Channel>[] {
  const { t } = useTranslation('area.admin-channels');
  const { byCode } = useChannelTypes();
  return [
    { key: 'id', title: t('channels.field.id'), render: ({ id }) => <span className="tg-mono">{id}</span> },
    {
      key: 'name',
      title: t('channels.field.name'),
      width: 164,
      mobile: 'title',
      render: (channel) => <NameAndTag channel={channel} type={byCode.get(channel.type)} />,
    },
    { key: 'group', title: t('channels.field.group'), render: ({ group }) => <Groups group={group} /> },
    {
      key: 'status',
      title: t('channels.field.status'),
      mobile: 'fact',
      render: (channel) => (
        <span className={channel.multi_key_size === 1 ? 'channels-status' : 'channels-status channels-keyed'}>
          <ChannelStatusTag channel={channel} />
          <KeysOn channel={channel} />
        </span>
      ),
    },
    {
      key: 'health',
      title: t('channels.field.health'),
      mobile: 'fact',
      render: ({ id }) => <HealthCell id={id} />,
    },
    { key: 'error', title: t('channels.field.error'), render: ({ id }) => <LastErrorCell id={id} /> },
    {
      key: 'used_quota',
      title: t('channels.field.used-and-balance'),
      numeric: true,
      mobile: 'fact',
      render: (channel) => <UsedAndBalance channel={channel} />,
    },
    {
      key: 'priority',
      title: t('channels.field.priority'),
      numeric: true,
      render: (channel) => <ChannelNumber channel={channel} field="priority" />,
    },
    {
      key: 'weight',
      title: t('channels.field.weight'),
      numeric: true,
      render: (channel) => <ChannelNumber channel={channel} field="weight" />,
    },
    {
      key: 'response_time',
      title: t('channels.field.response-time'),
      numeric: true,
      render: (channel) => <ResponseTime channel={channel} />,
    },
  ];
}

/** Name, provider and tag. The attribute `data-off` greys the surrounding row. */
function NameAndTag({
  channel: { id, name, tag, status, type: code },
  type,
}: {
  channel: Channel;
  type: ChannelType | undefined;
}) {
  const isRecord = useIsRecord();
  const mark = status === ChannelStatus.enabled ? {} : { 'data-off': true };
  const named = (
    <>
      <IdDot id={id} /> {name}
    </>
  );
  if (isRecord) return <span {...mark}>{named}</span>;
  return (
    <span className="channels-name" {...mark}>
      <span title={name}>{named}</span>
      <small>
        <ChannelTypeMark code={code} type={type} />
        {tag && (
          <span title={tag}>
            <IconTag aria-hidden /> {tag}
          </span>
        )}
      </small>
    </span>
  );
}

/** Shows how many of several keys serve calls, or that the stored key cannot be read. */
function KeysOn({ channel: { multi_key_on: on, multi_key_size: size } }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  if (size === 0) return <small className="channels-keys-gone">{t('keys.unreadable')}</small>;
  if (size === 1) return null;
  return (
    <small className={on < size ? 'channels-keys-off' : 'tg-muted'}>{t('keys.count', { on, size })}</small>
  );
}

function ChannelNumber({ channel, field }: { channel: Channel; field: NumberField }) {
  const change = useChangeNumber(field);
  return (
    <InlineNumber
      field={field}
      name={channel.name}
      value={channel[field] ?? 0}
      onSave={(value) => change(channel, value)}
    />
  );
}
