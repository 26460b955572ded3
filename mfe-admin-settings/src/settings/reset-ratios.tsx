import { useAction, useData } from '@tollgate/api-client';
import { listOptions, resetModelRatio } from '@tollgate/contract';
import { ConfirmAction } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { pricingSection } from './operation-sections.ts';
import { readTexts } from './option-text.ts';
import type { SectionState } from './use-section-values.ts';

/** Resets the model ratios to those of a new gateway. */
export function ResetRatios({ state }: { state: SectionState }) {
  const { t } = useTranslation('area.admin-settings');
  const { run } = useAction(resetModelRatio);
  const options = useData(listOptions, {});

  async function reset() {
    await run({});
    const rows = await options.mutate();
    if (rows) state.adopt(pricingSection.fields, readTexts(pricingSection.fields, rows));
  }
  return (
    <div className="settings-field">
      <ConfirmAction
        danger
        title={t('settings.prices.reset-title')}
        content={t('settings.prices.reset-content')}
        okText={t('settings.prices.reset-ok')}
        done={t('settings.prices.reset-done')}
        onConfirm={reset}
      >
        {t('settings.prices.reset')}
      </ConfirmAction>
    </div>
  );
}
