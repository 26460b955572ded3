import { call } from '@tollgate/api-client';
import { type AreaOverride, endOverride } from '@tollgate/contract';
import { Button, useFormat, useToast } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './override.css';

/**
 * Marks an area that comes from a development server, and switches back. The server sends an event after each
 * new build.
 */
export function OverrideBanner({ override }: { override: AreaOverride }) {
  const { id, origin, until } = override;
  const { t } = useTranslation('shell');
  const format = useFormat();
  const toast = useToast();
  const [isEnding, setEnding] = useState(false);
  useReloadWhenBuilt(origin);

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
    <div className="sh-override" role="status" data-testid="area-override">
      <span>{t('override.banner', { area: id, origin, until: format.time(until) })}</span>
      <Button size="mini" loading={isEnding} onClick={() => void end()}>
        {t('override.end')}
      </Button>
    </div>
  );
}

function useReloadWhenBuilt(origin: string): void {
  useEffect(() => {
    const source = new EventSource(`${origin}/changes`);
    source.onmessage = () => location.reload();
    return () => source.close();
  }, [origin]);
}
