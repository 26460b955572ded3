import { call } from '@tollgate/api-client';
import { startPreview } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { IconEye } from '@tollgate/ui/icons';
import { Navigate, useLocation, useSearchParams } from '@tollgate/ui/router';
import { useState } from 'react';
import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import { useSession } from '../../session/use-session.ts';
import { MessagePage } from '../message-page.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };

/**
 * `/preview?area=billing&build=7c773f8fcd`: gives a build to the person who opens the link and agrees. A link alone
 * changes nothing, because anybody can send one.
 */
export function PreviewPage() {
  const { t } = useLazyTexts('shell.preview-page', { en, zh });
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const toast = useToast();
  const [isStarting, setStarting] = useState(false);
  const id = query.get('area') ?? '';
  const build_id = query.get('build') ?? '';
  if (!/^[a-z][a-z0-9-]*$/.test(id) || !/^[0-9a-f]{10}$/.test(build_id)) return <NotFoundPage />;
  if (!user) return <Navigate to="/login" replace state={{ from: pathname + search }} />;

  async function start() {
    setStarting(true);
    try {
      const { path } = await call(startPreview, { id, build_id });
      location.assign(path); // with a page whose registry has the build
    } catch (error) {
      setStarting(false);
      toast.error(error);
    }
  }

  return (
    <MessagePage
      icon={<IconEye />}
      heading={t('heading', { area: id })}
      actions={
        <Button type="primary" loading={isStarting} onClick={() => void start()}>
          {t('start')}
        </Button>
      }
    >
      {t('text', { build: build_id })}
    </MessagePage>
  );
}
