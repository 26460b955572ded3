import { Skeleton } from '@arco-design/web-react';
import { lazy, Suspense } from 'react';
import type { MarkdownViewProps } from './types.ts';

const load = () => import('./markdown-body.tsx');
const MarkdownBody = lazy(async () => ({ default: (await load()).MarkdownBody }));

/** Loads the Markdown parser before the first text needs it. */
export function preloadMarkdown(): void {
  load().catch(() => {}); // the first text tries again, and shows the failure
}

/** Formatted text. The Markdown parser loads with the first one on a page. */
export function MarkdownView(props: MarkdownViewProps) {
  return (
    <Suspense fallback={<Skeleton animation text={{ rows: 3 }} />}>
      <MarkdownBody {...props} />
    </Suspense>
  );
}
