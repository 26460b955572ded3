import { Skeleton } from '@tollgate/ui/core';
import { Component, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaProvider, useArea } from './area-provider.tsx';
import {
  type ExtensionPoint,
  type ExtensionProps,
  ExtensionsContext,
  type OpenedExtension,
  type PlacedExtension,
} from './extensions.tsx';

/**
 * What other areas show at a point: `<ExtensionSlot point="user.drawer/v1" of={{ userId, username }} />`. It comes when
 * it comes and never holds up what stands around it; where it cannot be loaded, or breaks, a quiet line says so.
 */
export function ExtensionSlot<Point extends ExtensionPoint>(props: {
  point: Point;
  of: ExtensionProps<Point>;
}) {
  const { point, of } = props;
  const extensions = useContext(ExtensionsContext);
  const { can } = useArea();
  const placed = useSyncExternalStore(extensions.subscribe, () => extensions.at(point));
  return placed
    .filter(({ access }) => can(access))
    .map((extension) => (
      <Placed
        key={`${extension.area} ${extension.id} ${extension.isOff}`}
        extension={extension}
        of={of as Record<string, unknown>}
      />
    ));
}

interface PlacedProps {
  extension: PlacedExtension;
  of: Record<string, unknown>;
}

function Placed({ extension, of }: PlacedProps) {
  const { t } = useTranslation(`area.${extension.area}`);
  const { noteCrash } = useContext(ExtensionsContext);
  const what = t(extension.title);
  const unavailable = <p className="tg-muted">{t('common:extension.unavailable', { what })}</p>;
  return (
    <section data-area={extension.area} data-extension={extension.id} aria-label={what}>
      {extension.isOff ? (
        unavailable
      ) : (
        <Boundary fallback={unavailable} onCrash={(error) => noteCrash(extension, error)}>
          <Opening extension={extension} of={of} unavailable={unavailable} />
        </Boundary>
      )}
    </section>
  );
}

function Opening({ extension, of, unavailable }: PlacedProps & { unavailable: ReactNode }) {
  const { open } = useContext(ExtensionsContext);
  const [state, setState] = useState<{ opened?: OpenedExtension; hasFailed?: true }>({});
  const { area, id } = extension;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same extension is described anew with every registry
  useEffect(() => {
    let isMounted = true;
    open(extension).then(
      (opened) => isMounted && setState({ opened }),
      () => isMounted && setState({ hasFailed: true }),
    );
    return () => {
      isMounted = false;
    };
  }, [open, area, id]);
  if (state.hasFailed) return unavailable;
  if (!state.opened) return <Skeleton animation text={{ rows: 2, width: '100%' }} />;
  const { Component: Shown, ctx } = state.opened;
  return (
    <AreaProvider value={ctx}>
      <Shown {...of} />
    </AreaProvider>
  );
}

interface BoundaryProps {
  fallback: ReactNode;
  onCrash(error: unknown): void;
  children: ReactNode;
}

/** Keeps what breaks in an extension inside of it. */
class Boundary extends Component<BoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
