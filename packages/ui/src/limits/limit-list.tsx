import { Button } from '@arco-design/web-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { TimeAgo } from '../display/time-ago.tsx';
import { UseBar } from '../display/use-bar.tsx';
import type { LimitItem } from './types.ts';
import { isRolling, useLimitWords } from './use-limit-words.ts';
import './limit-list.css';

interface Props {
  label: string;
  items: readonly LimitItem[];
}

/** More would push away what comes below. */
const FEW = 6;

/** Limit rules with a bar of what is used, and when it comes back: a few of them until somebody wants all. */
export function LimitList({ label, items }: Props) {
  const { t } = useTranslation('common');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FEW);
  const count = items.length - shown.length;
  return (
    <>
      <ul className="tg-limit-list" aria-label={label}>
        {shown.map((item) => (
          <Limit key={item.key} item={item} />
        ))}
      </ul>
      {count > 0 && (
        <Button type="secondary" size="small" className="tg-limit-more" onClick={() => setWhole(true)}>
          {t('limit.more', { count })}
        </Button>
      )}
    </>
  );
}

function Limit({ item }: { item: LimitItem }) {
  const { t } = useTranslation('common');
  const words = useLimitWords();
  const rule = words.rule(item);
  const title = item.name || rule;
  return (
    <li>
      <div className="tg-limit-head">
        <strong>{item.whose ? `${item.whose} · ${title}` : title}</strong>
        {item.name !== '' && <span className="tg-muted">{rule}</span>}
      </div>
      <UseBar label={title} spent={item.spent} held={item.held} amount={item.amount} />
      <div className="tg-limit-foot">
        <span>
          {t('limit.used', {
            used: words.number(item, item.spent + item.held),
            amount: words.amount(item, item.amount),
          })}
        </span>
        <LimitReset item={item} />
      </div>
    </li>
  );
}

/** When a limit comes back. Running calls have no time for that. */
export function LimitReset({
  item: { resource, window, resets_at },
}: {
  item: Pick<LimitItem, 'resource' | 'window' | 'resets_at'>;
}) {
  const { t } = useTranslation('common');
  if (resource === 'concurrent') return null;
  if (isRolling(window)) return <span>{t('limit.frees-up')}</span>;
  if (resets_at === 0) return <span>{t('limit.no-reset')}</span>;
  return (
    <span>
      <Trans t={t} i18nKey="limit.resets" components={{ time: <TimeAgo at={resets_at} /> }} />
    </span>
  );
}
