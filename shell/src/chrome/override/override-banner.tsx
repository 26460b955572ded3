import { call } from '@tollgate/api-client';
import { type AreaOverride, endOverride } from '@tollgate/contract';
import { Button, useFormat, useToast } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './override.css';

/**
 * Says that an area on this page is not the one that others get, and leads back. The server that it comes from tells when
 * it has built the area anew.
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
      location.reload(); // the page's own rules name the server, so they must go too
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
