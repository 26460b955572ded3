import { useData } from '@tollgate/api-client';
import { getAbout } from '@tollgate/contract';
import { Skeleton } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useSystemName } from '../status/use-system-name.ts';
import { CustomContent } from './custom-content.tsx';
import { DefaultAbout } from './default-about.tsx';

/** The administrators' text about this site, else a default. A failed read shows the default. */
export function AboutPage() {
  const { t } = useTranslation('shell');
  const name = useSystemName();
  const { data, isLoading } = useData(getAbout, {});
  if (isLoading) return <Skeleton className="sh-page" animation text={{ rows: 4 }} />;
  if (data?.trim()) return <CustomContent content={data} title={t('about.custom', { name })} />;
  return <DefaultAbout />;
}
