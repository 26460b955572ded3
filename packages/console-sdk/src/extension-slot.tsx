import { scopeName } from '@tollgate/contract';
import { Skeleton } from '@tollgate/ui/core';
import { Component, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaProvider } from './area-provider.tsx';
import {
  type ExtensionPoint,
  type ExtensionProps,
  ExtensionsContext,
  type OpenedExtension,
  type PlacedExtension,
} from './extensions.tsx';
import { usePlaced } from './use-placed.ts';

/**
 * Shows what other areas offer at a point: `<ExtensionSlot point="user.drawer/v1" of={{ userId, username }} />`. It
 * never blocks the page around it; a short notice replaces an extension that cannot be loaded or crashes.
 */
export function ExtensionSlot<Point extends ExtensionPoint>(props: {
  point: Point;
  of: ExtensionProps<Point>;
}) {
  const { point, of } = props;
  return usePlaced(point).map((extension) => (
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
  /** It is part of something that has a name: a cell of a column. No region of its own. */
  isPart?: boolean;
}

/**
 * For hosts: one extension. One that throws, waits forever or cannot be loaded takes nothing else of the page with
 * it.
 */
export function ExtensionFrame({
  extension,
  of,
  loading = <Skeleton animation text={{ rows: 2, width: '100%' }} />,
  unavailable,
  isPart = false,
}: FrameProps) {
  const { t } = useTranslation(`area.${extension.area}`);
  const { noteCrash } = useContext(ExtensionsContext);
  const what = t(extension.title);
  const instead = unavailable ?? <p className="tg-muted">{t('common:extension.unavailable', { what })}</p>;
  const marks = { 'data-area': extension.area, 'data-extension': extension.id };
  const content = extension.isOff ? (
    instead
  ) : (
    <Boundary fallback={instead} onCrash={(error) => noteCrash(extension, error)}>
      <Suspense fallback={loading}>
        <Opening extension={extension} of={of} unavailable={instead} loading={loading} />
      </Suspense>
    </Boundary>
  );
  if (isPart) return <span {...marks}>{content}</span>;
  return (
    <section {...marks} aria-label={what}>
      {content}
    </section>
  );
}

function Opening({ extension, of, unavailable, loading }: Omit<FrameProps, 'isPart'>) {
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
