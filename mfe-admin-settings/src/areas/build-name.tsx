import { useTranslation } from 'react-i18next';
import type { ListedArea } from './areas.data.ts';

/** A build by its id and source. The empty id is the bundled build. */
export function BuildName({ area, buildId }: { area: ListedArea; buildId: string }) {
  const { t } = useTranslation('area.admin-settings');
  if (buildId === '') return <span className="tg-muted">{t('areas.nothing')}</span>;
  const build = area.builds.find(({ build_id }) => build_id === buildId);
  return (
    <span className="areas-build">
      <code>{buildId}</code>
      {build && (
        <small className="tg-muted">{t(`areas.source.${build.source}`, { version: build.version })}</small>
      )}
    </span>
  );
}
