import { scopeName } from '@tollgate/contract';
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
 * Shows what other areas offer at a point: `<ExtensionSlot point="user.drawer/v1" of={{ userId, username }} />`. It
 * never blocks the page around it; a short notice replaces an extension that cannot be loaded or crashes.
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
      <ExtensionFrame
        key={`${extension.area} ${extension.id} ${extension.isOff}`}
        extension={extension}
        of={of as Record<string, unknown>}
      />
    ));
}

interface FrameProps {
  extension: PlacedExtension;
  of: Record<string, unknown>;
  /** Shown until its code is here. Lines of text by default. */
  loading?: ReactNode;
  /** Replaces one that cannot be shown. A short notice by default. */
  unavailable?: ReactNode;
}

/** For hosts: one extension, with its failures contained. */
export function ExtensionFrame({
  extension,
  of,
  loading = <Skeleton animation text={{ rows: 2, width: '100%' }} />,
  unavailable,
}: FrameProps) {
  const { t } = useTranslation(`area.${extension.area}`);
  const { noteCrash } = useContext(ExtensionsContext);
  const what = t(extension.title);
  const instead = unavailable ?? <p className="tg-muted">{t('common:extension.unavailable', { what })}</p>;
  return (
    <section data-area={extension.area} data-extension={extension.id} aria-label={what}>
      {extension.isOff ? (
        instead
      ) : (
        <Boundary fallback={instead} onCrash={(error) => noteCrash(extension, error)}>
          <Opening extension={extension} of={of} unavailable={instead} loading={loading} />
        </Boundary>
      )}
    </section>
  );
}

function Opening({ extension, of, unavailable, loading }: FrameProps) {
  const { open } = useContext(ExtensionsContext);
  const [state, setState] = useState<{ opened?: OpenedExtension; hasFailed?: true }>({});
  const { area, id } = extension;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every registry describes the same extension with new objects
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
  if (!state.opened) return loading;
  const { Component: Shown, ctx } = state.opened;
  return (
    <div style={{ display: 'contents' }} data-scope={scopeName(ctx.area.id, ctx.area.buildId)}>
      <AreaProvider value={ctx}>
        <Shown {...of} />
      </AreaProvider>
    </div>
  );
}

interface BoundaryProps {
  fallback: ReactNode;
  onCrash(error: unknown): void;
  children: ReactNode;
}

/** Contains crashes of an extension. */
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
