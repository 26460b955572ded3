import { lazy, Suspense } from 'react';
import { useRegistry } from '../../areas/areas-context.ts';

const OverrideBanner = lazy(async () => ({
  default: (await import('../team-tools.ts')).OverrideBanner,
}));

const PreviewBanner = lazy(async () => ({
  default: (await import('../team-tools.ts')).PreviewBanner,
}));

/** One banner for each area from a development server or in a preview; usually none. */
export function OverrideBanners() {
  const { areas, overrides = [] } = useRegistry();
  const previewed = areas.filter(({ why }) => why === 'preview');
  if (overrides.length + previewed.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {overrides.map((override) => (
        <OverrideBanner key={override.id} override={override} />
      ))}
      {previewed.map((area) => (
        <PreviewBanner key={area.id} area={area} />
      ))}
    </Suspense>
  );
}
