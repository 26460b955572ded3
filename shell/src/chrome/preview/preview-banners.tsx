import { lazy, Suspense } from 'react';
import { useRegistry } from '../../areas/areas-context.ts';

const PreviewBanner = lazy(async () => ({
  default: (await import('./preview-banner.tsx')).PreviewBanner,
}));

/** One banner for each area that this person previews; usually none. */
export function PreviewBanners() {
  const previewed = useRegistry().areas.filter(({ why }) => why === 'preview');
  if (previewed.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {previewed.map((area) => (
        <PreviewBanner key={area.id} area={area} />
      ))}
    </Suspense>
  );
}
