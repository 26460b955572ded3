import { useIsMobile } from '@tollgate/ui/core';
import { useLocation } from '@tollgate/ui/router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShellDialogs } from '../chrome/dialogs/shell-dialogs.tsx';
import { Footer } from '../chrome/footer/footer.tsx';
import { Header } from '../chrome/header/header.tsx';
import { MenuDrawer } from '../chrome/menu-drawer.tsx';
import { OfflineBanner } from '../chrome/offline-banner.tsx';
import { OverrideBanners } from '../chrome/override/override-banners.tsx';
import { Sidebar } from '../chrome/sidebar/sidebar.tsx';
import { useSidebarSections } from '../chrome/sidebar/use-sidebar-sections.ts';
import { useFocusHeading } from '../navigation/use-focus-heading.ts';
import { useScrollMemory } from '../navigation/use-scroll-memory.ts';
import { useFreshUser } from '../session/use-fresh-user.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { layoutOf } from './find-page.ts';
import { PageView } from './page-view.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { usePage } from './use-page.ts';
import './console-frame.css';

/** Header, sidebar, page and footer. */
export function ConsoleFrame() {
  const page = usePage();
  const layout = layoutOf(page);
  const { pathname } = useLocation();
  const isMobile = useIsMobile();
  const sections = useSidebarSections();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const showsSidebar = !isMobile && sections.length > 0 && !isSidebarHidden(pathname, layout);
  const openMenu = useCallback(() => setMenuOpen(true), []);
  useFreshUser();
  useDocumentTitle(page);
  useFocusHeading();
  useScrollMemory();

  return (
    <div className="sh-frame">
      <SkipLink />
      <OfflineBanner />
      <OverrideBanners />
      <Header onOpenMenu={openMenu} />
      <div className="sh-body">
        {showsSidebar && <Sidebar sections={sections} />}
        <div className="sh-column">
          <main id="content" tabIndex={-1} className={`sh-main sh-main-${layout}`}>
            <CrashBoundary resetKey={pathname}>
              <PageView page={page} />
            </CrashBoundary>
          </main>
          {layout !== 'wide' && <Footer />}
        </div>
      </div>
      {isMobile && isMenuOpen && <MenuDrawer sections={sections} onClose={() => setMenuOpen(false)} />}
      <ShellDialogs />
    </div>
  );
}

/** Home, chat and setup use the full width, and so do pages that request it. Login pages have no navigation yet. */
function isSidebarHidden(pathname: string, layout: ReturnType<typeof layoutOf>): boolean {
  return layout === 'bare' || /^\/($|(chat|setup|login)(\/|$))/.test(pathname);
}

/** The first keyboard stop: skips header and sidebar. */
function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a className="sh-skip" href="#content">
      {t('skip')}
    </a>
  );
}
