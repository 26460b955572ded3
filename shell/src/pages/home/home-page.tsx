import { useData } from '@tollgate/api-client';
import { getHomePageContent } from '@tollgate/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSystemName } from '../../status/use-system-name.ts';

/** The administrators' content, else what the gateway does and how to call it. A failed read shows the latter. */
export function HomePage() {
  const { t } = useTranslation('shell');
  const name = useSystemName();
  const { data, isLoading } = useData(getHomePageContent, {});
  if (isLoading) return <div className="sh-home" aria-busy="true" />;
  if (data?.trim()) {
    return (
      <Suspense fallback={<div className="sh-home" aria-busy="true" />}>
        <CustomContent content={data} title={t('home.custom', { name })} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<div className="sh-home" aria-busy="true" />}>
      <DefaultHome />
    </Suspense>
  );
}

const DefaultHome = lazy(async () => ({ default: (await import('./default-home.tsx')).DefaultHome }));

const CustomContent = lazy(async () => ({
  default: (await import('../custom-content.tsx')).CustomContent,
}));
