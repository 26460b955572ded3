import type { ResolvedArea } from '@tollgate/contract';
import { findAreaRoute } from '@tollgate/federation';
import { Button, useCopy } from '@tollgate/ui/core';
import { useLocation } from '@tollgate/ui/router';
import { useRegistry } from '../../areas/areas-context.ts';
import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import { Dialog } from '../dialog.tsx';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };
import './build-info.css';

/** Which build of which area is on screen, and why this person gets it: for reports to its team. */
export function BuildInfoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLazyTexts('shell.build-info', { en, zh });
  const { areas, host } = useRegistry();
  const { pathname } = useLocation();
  const { copy } = useCopy();
  const area = findAreaRoute(areas, pathname)?.area;
  const facts = [
    ...(area ? describeArea(area, t) : [[t('area'), t('shell')] as const]),
    [t('console'), `${host.version}, host API ${host.api}`] as const,
    [t('address'), pathname] as const,
  ];
  const report = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      actions={
        <Button type="primary" onClick={() => void copy(report)}>
          {t('copy')}
        </Button>
      }
    >
      <dl className="sh-build-info">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The build on screen may be another one than the chosen one: that could not be loaded then. */
function describeArea(area: ResolvedArea, t: (key: string) => string): (readonly [string, string])[] {
  const { id, active, fallbacks, why, state } = area;
  const shownId = document.querySelector<HTMLElement>(`main [data-area="${id}"][data-build]`)?.dataset.build;
  const isFallback = shownId !== undefined && shownId !== active?.buildId;
  const known = [active, ...fallbacks].find((build) => build?.buildId === shownId);
  const reason = state === 'on' ? t(isFallback ? 'why.fallback' : `why.${why}`) : t(`state.${state}`);
  return [
    [t('area'), id],
    [t('build'), [shownId ?? t('none'), known?.version].filter(Boolean).join(', ')],
    [t('because'), reason],
  ];
}
