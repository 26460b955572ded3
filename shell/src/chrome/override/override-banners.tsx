import { lazy, Suspense } from 'react';
import { useRegistry } from '../../areas/areas-context.ts';

const OverrideBanner = lazy(async () => ({
  default: (await import('./override-banner.tsx')).OverrideBanner,
}));

/** One banner for each area from a development server; usually none. */
export function OverrideBanners() {
  const { overrides = [] } = useRegistry();
  if (overrides.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {overrides.map((override) => (
        <OverrideBanner key={override.id} override={override} />
      ))}
    </Suspense>
  );
}
