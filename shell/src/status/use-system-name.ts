import { useTranslation } from 'react-i18next';
import { useStatus } from './status-context.ts';

/** Returns the site's name; the product's name by default. */
export function useSystemName(): string {
  const { t } = useTranslation('common');
  return useStatus().system_name || t('brand');
}
