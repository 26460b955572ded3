import { useReadable } from '@tollgate/console-sdk';
import { IconDesktop, IconMoon, IconSun } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { chooseTheme, theme, themeChoice, themeChoices } from '../../theme/theme.ts';
import { MenuButton } from '../menu-button.tsx';

const icons = { light: IconSun, dark: IconMoon, system: IconDesktop };

/** Light, dark, or like the system. The button shows the current theme. */
export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const choice = useReadable(themeChoice);
  const Shown = icons[useReadable(theme)];
  const entries = themeChoices.map((id) => {
    const Icon = icons[id];
    return {
      id,
      label: t(`theme.${id}`),
      icon: <Icon />,
      checked: id === choice,
      onSelect: () => chooseTheme(id),
    };
  });
  return (
    <MenuButton label={`${t('theme.label')}: ${t(`theme.${choice}`)}`} entries={entries}>
      <Shown />
    </MenuButton>
  );
}
