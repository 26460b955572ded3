import { TimeAgo, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { AreaFault } from './trouble.data.ts';

const FIRST = 10;

/** Crashes, refusals of the content policy and missing texts, the most frequent first. */
export function AreaFaults({ faults }: { faults: readonly AreaFault[] }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <>
      <h3 className="areas-trouble-heading">{t('areas.trouble.faults')}</h3>
      {faults.length === 0 && <p className="tg-muted">{t('areas.trouble.no-faults')}</p>}
      <ol className="areas-faults">
        {faults.slice(0, FIRST).map((fault) => (
          <li key={`${fault.build_id} ${fault.fingerprint}`}>
            <Fault fault={fault} />
          </li>
        ))}
      </ol>
      {faults.length > FIRST && (
        <details className="areas-more">
          <summary>{t('areas.trouble.more', { count: faults.length - FIRST })}</summary>
          <ol className="areas-faults">
            {faults.slice(FIRST).map((fault) => (
              <li key={`${fault.build_id} ${fault.fingerprint}`}>
                <Fault fault={fault} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Fault({ fault }: { fault: AreaFault }) {
  const { t } = useTranslation('area.admin-settings');
  const { count } = useFormat();
  const { kind, name, detail, route, stack, build_id, is_mapped, first_at, last_at } = fault;
  const [top, ...others] = stack;
  return (
    <>
      <div className="areas-fault-head">
        <strong>
          {t(`areas.trouble.kind.${kind}`, { name: name || t('areas.trouble.unnamed'), detail })}
        </strong>
        <span className="tg-number">
          {t('areas.trouble.times', { count: fault.count, value: count(fault.count) })}
        </span>
      </div>
      {kind === 'crash' && detail !== '' && <code className="areas-fault-message">{detail}</code>}
      {top && <code className="areas-fault-place">{top}</code>}
      {others.length > 0 && (
        <details>
          <summary>{t('areas.trouble.stack')}</summary>
          {others.map((place, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stack never changes, and may have a place twice
            <code key={index} className="areas-fault-place">
              {place}
            </code>
          ))}
        </details>
      )}
      <small className="tg-muted">
        {[build_id, route].filter(Boolean).join(' · ')} · {t('areas.trouble.first')} <TimeAgo at={first_at} />{' '}
        · {t('areas.trouble.last')} <TimeAgo at={last_at} />
        {stack.length > 0 && !is_mapped && ` · ${t('areas.trouble.no-map')}`}
      </small>
    </>
  );
}
