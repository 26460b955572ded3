import { useCopy } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** A name that a click copies. */
export function ModelName({ name }: { name: string }) {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy();
  return (
    <button
      type="button"
      className="pricing-model"
      title={name}
      aria-label={t('pricing.copy-name', { name })}
      onClick={() => copy(name)}
    >
      {name}
    </button>
  );
}
