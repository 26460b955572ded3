import { Skeleton } from '@arco-design/web-react';
import { lazy, Suspense } from 'react';
import type { MarkdownViewProps } from './types.ts';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

/** Formatted text. The Markdown parser loads with the first one on a page. */
export function MarkdownView(props: MarkdownViewProps) {
  return (
    <Suspense fallback={<Skeleton animation text={{ rows: 3 }} />}>
      <MarkdownBody {...props} />
    </Suspense>
  );
}
