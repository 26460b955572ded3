import type { PricingEntry } from '@tollgate/contract';
import { useCopy } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** A name that a click copies, and its vendor. */
export function ModelName({ entry: { model_name: name, vendor } }: { entry: PricingEntry }) {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy();
  return (
    <span className="pricing-name">
      <button
        type="button"
        className="pricing-model"
        title={name}
        aria-label={t('pricing.copy-name', { name })}
        onClick={() => copy(name)}
      >
        {name}
      </button>
      {vendor && <span className="pricing-vendor">{vendor}</span>}
    </span>
  );
}
