import { ChannelStatus, type ChannelTag } from '@tollgate/contract';
import { StatusTag, useFormat } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { IconTag } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { Groups } from '../channels/groups.tsx';
import { InlineNumber } from '../channels/inline-number.tsx';
import { ResponseTime } from '../channels/response-time.tsx';
import type { NumberField } from '../channels/row-number.ts';
import { useEditTag } from './tags.data.ts';

/** Shared values of a tag's channels; a number that differs between them is empty. */
export function useTagColumns(): DataColumn<ChannelTag>[] {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  return [
    {
      key: 'tag',
      title: t('form.tag.label'),
      mobile: 'title',
      render: ({ tag, channels, status }) => (
        <span className="channels-name" {...(status === ChannelStatus.enabled ? {} : { 'data-off': true })}>
          <span title={tag || t('tags.untagged')}>
            <IconTag aria-hidden /> {tag || t('tags.untagged')}
          </span>
          <small>{t('tags.count', { count: channels.length })}</small>
        </span>
      ),
    },
    { key: 'group', title: t('channels.field.group'), render: ({ group }) => <Groups group={group} /> },
    {
      key: 'status',
      title: t('channels.field.status'),
      mobile: 'fact',
      render: ({ status, channels }) => {
        const isOn = status === ChannelStatus.enabled;
        const on = channels.filter((channel) => channel.status === ChannelStatus.enabled).length;
        if (isOn && on < channels.length)
          return (
            <StatusTag tone="warning">{t('tags.some-enabled', { on, size: channels.length })}</StatusTag>
          );
        const word = t(isOn ? 'channels.status.enabled' : 'channels.status.disabled');
        return <StatusTag tone={isOn ? 'success' : 'neutral'}>{word}</StatusTag>;
      },
    },
    {
      key: 'response_time',
      title: t('channels.field.response-time'),
      numeric: true,
      render: ({ response_time }) => <ResponseTime channel={{ response_time, test_time: 0 }} />,
    },
    {
      key: 'used_quota',
      title: t('tags.used'),
      numeric: true,
      mobile: 'fact',
      render: ({ used_quota }) => format.quota(used_quota),
    },
    ...(['priority', 'weight'] as const).map((field) => ({
      key: field,
      title: t(`channels.field.${field}`),
      numeric: true,
      render: (row: ChannelTag) => (row.tag ? <TagNumber row={row} field={field} /> : '—'),
    })),
  ];
}

function TagNumber({ row, field }: { row: ChannelTag; field: NumberField }) {
  const edit = useEditTag();
  return (
    <InlineNumber
      field={field}
      name={row.tag}
      value={row[field]}
      onSave={(value) => edit({ tag: row.tag, [field]: value })}
    />
  );
}
