import { useIsMobile } from '@tollgate/ui/core';
import { IconMenu } from '@tollgate/ui/icons';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { InboxButton } from '../inbox/inbox-button.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SiteLinks } from './site-links.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import './header.css';

/**
 * The bar on top of every page. On a phone, the links move into the drawer behind the menu button. Memoized,
 * because it stays the same between pages.
 */
export const Header = memo(function Header({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation('shell');
  const isMobile = useIsMobile();
  return (
    <header className="sh-header">
      {isMobile && (
        <button
          type="button"
          className="sh-menu-trigger"
          aria-label={t('header.menu')}
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        >
          <IconMenu />
        </button>
      )}
      <Brand />
      {!isMobile && (
        <nav className="sh-header-links" aria-label={t('header.label')}>
          <SiteLinks />
        </nav>
      )}
      <div className="sh-header-tools">
        <PaletteButton />
        <InboxButton />
        <ThemeMenu />
        <LanguageMenu />
        <AccountMenu />
      </div>
    </header>
  );
});
