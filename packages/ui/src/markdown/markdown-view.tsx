import { Skeleton } from '@arco-design/web-react';
import { lazy, Suspense } from 'react';
import { whenIdle } from '../feedback/when-idle.ts';
import type { MarkdownViewProps } from './types.ts';

const load = () => import('./markdown-body.tsx');
const MarkdownBody = lazy(async () => ({ default: (await load()).MarkdownBody }));

/**
 * Loads the Markdown parser before the first text needs it, and reads a text once the browser is idle: the parser's
 * expressions are compiled with their first use, which takes three frames on a slow machine.
 */
export function preloadMarkdown(): void {
  load().then(
    ({ lexGrown }) => whenIdle(() => lexGrown(SAMPLE)),
    () => {}, // the first text tries again, and shows the failure
  );
}

const SAMPLE =
  '# a\n\nb *c* **d** `e` [f](g) <h> https://i.j\n\n- k\n\n1. l\n\n> m\n\n| n |\n| - |\n| o |\n\n```\np\n```\n';

/** Formatted text. The Markdown parser loads with the first one on a page. */
export function MarkdownView(props: MarkdownViewProps) {
  return (
    <Suspense fallback={<Skeleton animation text={{ rows: 3 }} />}>
      <MarkdownBody {...props} />
    </Suspense>
  );
}
