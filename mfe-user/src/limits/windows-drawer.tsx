import { EACH, type LimitRule, type LimitWindow } from '@tollgate/contract';
import { TimeAgo, UseBar, useFormat, useIsMobile } from '@tollgate/ui/core';
import { type DataColumn, DataTable } from '@tollgate/ui/data';
import { Drawer } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { LimitHistory, spanOf } from './limit-history.tsx';
import { useLimitWindows } from './limits.data.ts';
import { useLimitText } from './use-limit-text.ts';

const WIDTH = 640;

/** The windows of a rule, newest first: what was spent in each, and what running calls hold. */
export function WindowsDrawer({ rule, onClose }: { rule: LimitRule; onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const text = useLimitText();
  const isMobile = useIsMobile();
  const { data, error, isLoading, mutate } = useLimitWindows(rule.id);
  const items = data ?? [];
  return (
    <Drawer
      width={isMobile ? '100%' : WIDTH}
      title={t('limits.windows')}
      visible
      footer={null}
      onCancel={onClose}
    >
      <p className="limits-sentence">{text.sentence(rule)}</p>
      <LimitHistory rule={rule} />
      <DataTable<LimitWindow>
        label={t('limits.windows')}
        source={{ data: data && { items, total: items.length }, error, isLoading, retry: mutate }}
        rowKey={({ subject, starts_at }) => `${subject} ${starts_at}`}
        rowName={({ subject, starts_at }) => `${subject} ${starts_at}`}
        columns={useWindowColumns(rule)}
      />
    </Drawer>
  );
}

function useWindowColumns(rule: LimitRule): DataColumn<LimitWindow>[] {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const text = useLimitText();
  const subject: DataColumn<LimitWindow> = {
    key: 'subject',
    title: t('limits.field.subject'),
    mobile: 'fact',
    render: (window) => window.subject_name || window.subject || '–',
  };
  return [
    {
      key: 'starts_at',
      title: t('limits.field.starts_at'),
      mobile: 'title',
      render: ({ starts_at, is_current }) =>
        is_current ? t('limits.now') : starts_at === 0 ? '–' : spanOf(rule, starts_at),
    },
    ...(rule.scope_id === EACH || rule.scope === 'channel_key' ? [subject] : []),
    {
      key: 'use',
      title: t('limits.field.spent'),
      mobile: 'fact',
      render: ({ spent, held }) => (
        <div className="limits-use">
          <UseBar label={t('limits.field.use')} spent={spent} held={held} amount={rule.amount} />
          <span className="tg-muted">{text.amount(rule, spent + held)}</span>
        </div>
      ),
    },
    {
      key: 'calls',
      title: t('limits.field.calls'),
      numeric: true,
      render: ({ calls }) => format.number(calls),
    },
    {
      key: 'resets_at',
      title: t('limits.field.resets_at'),
      render: ({ resets_at, is_current }) => (is_current && resets_at > 0 ? <TimeAgo at={resets_at} /> : '–'),
    },
  ];
}
