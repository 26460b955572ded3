import { IconMenuFold, IconMenuUnfold } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { SidebarNav } from './sidebar-nav.tsx';
import type { SidebarSection } from './sidebar-sections.ts';
import { useFolded } from './use-folded.ts';
import './sidebar.css';

/** Next to the page on wide screens: 200 px, or 60 px with icons only. */
export function Sidebar({ sections }: { sections: readonly SidebarSection[] }) {
  const { t } = useTranslation('shell');
  const [isFolded, setFolded] = useFolded();
  const Icon = isFolded ? IconMenuUnfold : IconMenuFold;
  return (
    <div className={isFolded ? 'sh-sidebar sh-sidebar-folded' : 'sh-sidebar'}>
      <SidebarNav sections={sections} isFolded={isFolded} />
      <button
        type="button"
        className="sh-sidebar-fold"
        aria-expanded={!isFolded}
        aria-label={isFolded ? t('sidebar.unfold') : t('sidebar.fold')}
        onClick={() => setFolded(!isFolded)}
      >
        <Icon aria-hidden />
        {!isFolded && <span className="sh-sidebar-label">{t('sidebar.fold-short')}</span>}
      </button>
    </div>
  );
}
