import { useReadable } from '@tollgate/console-sdk';
import { IconDesktop, IconMenu, IconMoon, IconSun } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { chooseDensity, density } from '../../theme/density.ts';
import { chooseTheme, theme, themeChoice, themeChoices } from '../../theme/theme.ts';
import { MenuButton } from '../menu-button.tsx';

const icons = { light: IconSun, dark: IconMoon, system: IconDesktop };

/** Light, dark, or like the system, and how close the rows of tables are. The button shows the current theme. */
export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const choice = useReadable(themeChoice);
  const Shown = icons[useReadable(theme)];
  const isCompact = useReadable(density) === 'compact';
  const themes = themeChoices.map((id) => {
    const Icon = icons[id];
    return {
      id,
      label: t(`theme.${id}`),
      icon: <Icon />,
      checked: id === choice,
      onSelect: () => chooseTheme(id),
    };
  });
  const rows = {
    id: 'density',
    label: t(isCompact ? 'density.choose-regular' : 'density.choose-compact'),
    icon: <IconMenu />,
    isApart: true,
    onSelect: () => chooseDensity(isCompact ? 'regular' : 'compact'),
  };
  return (
    <MenuButton label={`${t('theme.label')}: ${t(`theme.${choice}`)}`} entries={[...themes, rows]}>
      <Shown />
    </MenuButton>
  );
}
