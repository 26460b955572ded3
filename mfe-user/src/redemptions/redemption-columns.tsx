import { type Redemption, RedemptionStatus } from '@tollgate/contract';
import { CopyText, StatusTag, type StatusTone, TimeAgo, useFormat } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';

export function useRedemptionColumns(): DataColumn<Redemption>[] {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return [
    {
      key: 'id',
      title: t('redemptions.field.id'),
      width: 56,
      render: ({ id }) => <span className="tg-mono">{id}</span>,
    },
    {
      key: 'name',
      title: t('redemptions.field.name'),
      mobile: 'title',
      render: ({ name }) => <Name name={name} />,
    },
    {
      key: 'key',
      title: t('redemptions.field.code'),
      render: ({ key }) => <Code code={key} />,
    },
    {
      key: 'status',
      title: t('redemptions.field.status'),
      mobile: 'fact',
      render: ({ status }) => (
        <StatusTag tone={tones[status] ?? 'neutral'}>{t(`redemptions.status.${status}`)}</StatusTag>
      ),
    },
    {
      key: 'quota',
      title: t('redemptions.field.quota'),
      numeric: true,
      mobile: 'fact',
      render: ({ quota }) => format.quota(quota),
    },
    {
      key: 'created_time',
      title: t('redemptions.field.created'),
      render: ({ created_time }) => <TimeAgo at={created_time} />,
    },
    {
      key: 'used_user_id',
      title: t('redemptions.field.used-by'),
      mobile: 'fact',
      render: (redemption) => <UsedBy redemption={redemption} />,
    },
  ];
}

/** A code that the server cannot read can still be redeemed, but not distributed again. */
function Code({ code }: { code: string }) {
  const { t } = useTranslation('area.user');
  if (code === '') return <span className="tg-muted">{t('redemptions.code-unreadable')}</span>;
  return (
    <CopyText text={code} what={t('redemptions.field.code')}>
      {masked(code)}
    </CopyText>
  );
}

function Name({ name }: { name: string }) {
  return (
    <span className="redemptions-name" title={name}>
      {name}
    </span>
  );
}

function UsedBy({ redemption: { used_user_id, redeemed_time } }: { redemption: Redemption }) {
  const { t } = useTranslation('area.user');
  if (used_user_id === 0) return <span className="tg-muted">{t('redemptions.unused')}</span>;
  return (
    <span className="redemptions-used">
      <span className="tg-mono">#{used_user_id}</span> · <TimeAgo at={redeemed_time} />
    </span>
  );
}

/** Enough to distinguish codes, but not to redeem them. */
function masked(code: string): string {
  return `${code.slice(0, 4)}••••${code.slice(-4)}`;
}

const tones: Record<number, StatusTone> = {
  [RedemptionStatus.unused]: 'success',
  [RedemptionStatus.disabled]: 'neutral',
  [RedemptionStatus.used]: 'info',
};
