import type { PricingEntry } from '@tollgate/contract';
import { useCopy, useIsMobile } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { VendorMark } from './vendor-mark.tsx';

/** A name that a click copies, and its vendor. On a phone the name opens the record, which has its own copy button. */
export function ModelName({ entry: { model_name: name, vendor } }: { entry: PricingEntry }) {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy();
  const isMobile = useIsMobile();
  return (
    <span className="pricing-named">
      <VendorMark vendor={vendor} />
      <span className="pricing-name">
        {isMobile ? (
          <span className="pricing-title">{name}</span>
        ) : (
          <button
            type="button"
            className="pricing-model"
            title={name}
            aria-label={t('pricing.copy-name', { name })}
            onClick={() => copy(name)}
          >
            {name}
          </button>
        )}
        {vendor && <span className="pricing-vendor">{vendor}</span>}
      </span>
    </span>
  );
}
