import { useTranslation } from 'react-i18next';
import { useStatus } from './status-context.ts';

/** What the administrators call this site; the product's name where they chose none. */
export function useSystemName(): string {
  const { t } = useTranslation('common');
  return useStatus().system_name || t('brand');
}
