import { Button } from '@arco-design/web-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { Selection } from './types.ts';

/** Actions for the selected rows; stays at the bottom of the window. */
export function BulkBar({ keys, onChange, actions }: Selection) {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (
    <section className="tg-bulk-bar" aria-label={t('table.selected', { value: format.number(keys.length) })}>
      <span className="tg-number" aria-live="polite">
        {t('table.selected', { value: format.number(keys.length) })}
      </span>
      <Button type="text" size="small" onClick={() => onChange([])}>
        {t('table.clear-selection')}
      </Button>
      <span className="tg-bulk-bar-actions">{actions}</span>
    </section>
  );
}
