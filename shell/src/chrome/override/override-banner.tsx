import { call } from '@tollgate/api-client';
import { type AreaOverride, endOverride } from '@tollgate/contract';
import { Button, useFormat, useToast } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreTyped, storeTyped } from './typed-text.ts';
import './override.css';

/**
 * Marks an area that comes from a development server, and switches back. After each build of it the page reloads,
 * with what was typed; errors of a build are shown until they are mended.
 */
export function OverrideBanner({ override }: { override: AreaOverride }) {
  const { id, origin, until } = override;
  const { t } = useTranslation('shell');
  const format = useFormat();
  const toast = useToast();
  const [isEnding, setEnding] = useState(false);
  const errors = useDevelopment(origin);

  async function end() {
    setEnding(true);
    try {
      await call(endOverride, { id });
      location.reload(); // the page's CSP names the server, so it must change too
    } catch (error) {
      setEnding(false);
      toast.error(error);
    }
  }

  return (
    <>
      <div className="sh-override" role="status" data-testid="area-override">
        <span>{t('override.banner', { area: id, origin, until: format.time(until) })}</span>
        <Button size="mini" loading={isEnding} onClick={() => void end()}>
          {t('override.end')}
        </Button>
      </div>
      {errors.length > 0 && (
        <pre className="sh-override-errors" role="alert">
          {errors.join('\n\n')}
        </pre>
      )}
    </>
  );
}

/** Returns the errors of the latest build. */
function useDevelopment(origin: string): readonly string[] {
  const [errors, setErrors] = useState<readonly string[]>([]);
  useEffect(() => {
    const stop = restoreTyped();
    const source = new EventSource(`${origin}/changes?since=${performance.timeOrigin}`);
    source.onmessage = () => {
      storeTyped();
      location.reload();
    };
    source.addEventListener('errors', ({ data }: MessageEvent<string>) => {
      setErrors(JSON.parse(data) as string[]);
    });
    return () => {
      stop();
      source.close();
    };
  }, [origin]);
  return errors;
}
