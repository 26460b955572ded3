import { configure } from '@tollgate/api-client';

import { createRoot } from 'react-dom/client';
import type { AreaModule } from './define-area.ts';
import { MockShell } from './mock-shell.tsx';

/**
 * The page of an area that runs alone in development. `?role=admin&language=zh&theme=dark` chooses who looks and how;
 * calls go to the gateway of the development machine.
 */
export function mountStandalone({ id, area, path }: { id: string; area: AreaModule; path: string }): void {
  if (location.pathname === '/') history.replaceState(null, '', path + location.search);
  const query = new URLSearchParams(location.search);
  const role = pick(query.get('role'), ['public', 'user', 'admin', 'root'] as const) ?? 'root';
  configure({ userId: role === 'public' ? null : 1, language: query.get('language') ?? 'en' });
  createRoot(document.getElementById('root') as HTMLElement).render(
    <MockShell
      id={id}
      area={area}
      role={role}
      language={pick(query.get('language'), ['zh', 'en'] as const) ?? 'en'}
      theme={pick(query.get('theme'), ['light', 'dark'] as const) ?? 'light'}
    />,
  );
}

function pick<T extends string>(given: string | null, known: readonly T[]): T | undefined {
  return known.find((value) => value === given);
}
