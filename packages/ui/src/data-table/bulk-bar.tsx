import { Button } from '@arco-design/web-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { Selection } from './types.ts';
import { useNameList } from './use-name-list.ts';
import './bulk-bar.css';

/** Actions for the selected rows; stays at the bottom of the window. `hidden` names those that are not shown. */
export function BulkBar({ keys, onChange, actions, hidden }: Selection & { hidden: readonly string[] }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const list = useNameList();
  return (
    <section className="tg-bulk-bar" aria-label={t('table.selected', { value: format.number(keys.length) })}>
      <span className="tg-bulk-bar-text" aria-live="polite">
        <span className="tg-number">{t('table.selected', { value: format.number(keys.length) })}</span>
        {hidden.length > 0 && (
          <span className="tg-muted"> {t('table.selected-hidden', { names: list(hidden) })}</span>
        )}
      </span>
      <Button type="text" size="small" onClick={() => onChange([])}>
        {t('table.clear-selection')}
      </Button>
      <span className="tg-bulk-bar-actions">{actions}</span>
    </section>
  );
}
