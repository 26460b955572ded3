import { confirm } from '@tollgate/ui/core';
import { Switch } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

interface Props {
  checked?: boolean;
  onChange?: (checked: boolean) => void;
  id?: string;
  disabled?: boolean;
  describedBy: string;
  /** Switching it off could lock users out. */
  confirmsSwitchOff: boolean;
}

/** A switch; one that can lock users out confirms before it goes off, and stays on after a no. */
export function FlagSwitch({
  checked = false,
  onChange,
  id,
  disabled = false,
  describedBy,
  confirmsSwitchOff,
}: Props) {
  const { t } = useTranslation('area.admin-settings');

  async function change(next: boolean) {
    const isMeant =
      next ||
      !confirmsSwitchOff ||
      (await confirm({
        danger: true,
        title: t('settings.password-off.title'),
        content: t('settings.password-off.content'),
        okText: t('settings.password-off.ok'),
      }));
    if (isMeant) onChange?.(next);
  }
  return (
    <Switch
      {...(id && { id })}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onChange={(next) => void change(next)}
    />
  );
}
