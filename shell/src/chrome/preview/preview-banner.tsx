import { call } from '@tollgate/api-client';
import { endPreview, type ResolvedArea } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { useState } from 'react';
import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };
import './preview.css';

/** Marks an area whose build this person chose to preview, and switches back. */
export function PreviewBanner({ area: { id, active } }: { area: ResolvedArea }) {
  const { t } = useLazyTexts('shell.preview', { en, zh });
  const toast = useToast();
  const [isEnding, setEnding] = useState(false);

  async function end() {
    setEnding(true);
    try {
      await call(endPreview, { id });
      location.reload(); // a build on screen would stay until the next visit
    } catch (error) {
      setEnding(false);
      toast.error(error);
    }
  }

  return (
    <div className="sh-preview" role="status" data-testid="area-preview">
      <span>{t('banner', { area: id, build: active?.buildId })}</span>
      <Button size="mini" loading={isEnding} onClick={() => void end()}>
        {t('end')}
      </Button>
    </div>
  );
}
