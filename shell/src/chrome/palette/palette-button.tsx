import { useIsMobile } from '@tollgate/ui/core';
import { IconSearch } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../dialogs/open-dialog.ts';
import { commandKey } from '../shortcuts/shortcuts.ts';

/** Opens the palette, and shows its shortcut. */
export function PaletteButton() {
  const { t } = useTranslation('shell');
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <button
        type="button"
        className="sh-menu-trigger"
        aria-label={t('palette.open')}
        aria-haspopup="dialog"
        onClick={() => openDialog('palette')}
      >
        <IconSearch aria-hidden />
      </button>
    );
  }
  return (
    <button
      type="button"
      className="sh-palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openDialog('palette')}
    >
      <IconSearch aria-hidden />
      <span className="sh-palette-word">
        {t('palette.short')} <span className="tg-visually-hidden">{t('palette.rest')}</span>
      </span>
      <kbd aria-hidden>{commandKey()} K</kbd>
    </button>
  );
}
