import { ApiError } from '@tollgate/api-client';
import { confirm } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { cleanAddress, surplusEnd } from './channel-draft.ts';

/**
 * Confirms before an address with a final `/v1` is saved or used for the first time. `storedAddress` is the stored one.
 * Rejects at the field when the user wants to correct it.
 */
export function useAddressCheck(
  storedAddress = '',
  purpose: 'keep' | 'fetch' = 'keep',
): (address: string) => Promise<void> {
  const { t } = useTranslation('area.admin-channels');
  return async (address) => {
    const url = cleanAddress(address);
    const end = surplusEnd(url);
    if (!end || url === cleanAddress(storedAddress)) return;
    const isMeant = await confirm({
      title: t('form.version.title', { end }),
      content: t('form.version.content', { url }),
      okText: t(`form.version.${purpose}`, { end }),
      cancelText: t('form.version.correct'),
    });
    if (isMeant) return;
    throw new ApiError('refused', {
      message: t('form.version.refused', { end }),
      details: { field: 'base_url' },
    });
  };
}
