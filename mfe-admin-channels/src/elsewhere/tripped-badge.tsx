import { useData } from '@tollgate/api-client';
import type { ExtensionProps } from '@tollgate/console-sdk';
import { countChannels } from '@tollgate/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

const EVERY_MS = 60_000;

/** The count at "Channels" in the menu: how many the gateway has switched off. */
export function TrippedBadge({ onBadge }: ExtensionProps<'shell.badge/v1'>) {
  const { t } = useTranslation('area.admin-channels');
  const { data } = useData(countChannels, {}, { refreshInterval: EVERY_MS });
  const count = data?.tripped ?? 0;
  const label = t('elsewhere.tripped', { count });
  useEffect(() => onBadge(count > 0 ? { count, label } : null), [onBadge, count, label]);
  return null;
}
