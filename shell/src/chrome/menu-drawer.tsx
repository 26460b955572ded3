import { IconClose } from '@tollgate/ui/icons';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from './header/brand.tsx';
import { SiteLinks } from './header/site-links.tsx';
import { SidebarNav } from './sidebar/sidebar-nav.tsx';
import type { SidebarSection } from './sidebar/sidebar-sections.ts';
import './menu-drawer.css';

interface Props {
  sections: readonly SidebarSection[];
  onClose: () => void;
}

/** On a phone: the links of the header and the sidebar. The native dialog traps the focus and handles Esc. */
export function MenuDrawer({ sections, onClose }: Props) {
  const { t } = useTranslation('shell');
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the list looks for the entry of the current page, which it can only show in an open dialog.
  useLayoutEffect(() => dialog.current?.showModal(), []);

  function onClick({ target }: MouseEvent) {
    const isBackdrop = target === dialog.current;
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (isBackdrop || isLink) dialog.current?.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog hears Esc by itself, links hear Enter
    <dialog
      ref={dialog}
      className="sh-drawer"
      aria-label={t('header.label')}
      onClose={onClose}
      onClick={onClick}
    >
      <div className="sh-drawer-panel">
        <div className="sh-drawer-top">
          <Brand />
          <button
            type="button"
            className="sh-menu-trigger"
            aria-label={t('sidebar.close')}
            onClick={() => dialog.current?.close()}
          >
            <IconClose />
          </button>
        </div>
        <nav className="sh-drawer-links" aria-label={t('header.label')}>
          <SiteLinks />
        </nav>
        {sections.length > 0 && <SidebarNav sections={sections} />}
      </div>
    </dialog>
  );
}
