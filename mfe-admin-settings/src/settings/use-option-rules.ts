import type { RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { MAX_URL, type OptionField } from './describe.ts';

/** What an option must be before it is sent. The server checks the same. */
export function useOptionRules({ kind, min = 0, max }: OptionField): RulesProps[] {
  const { t } = useTranslation('area.admin-settings');
  if (kind === 'flag' || kind === 'lines') return [];
  if (kind === 'url') {
    return [
      {
        validator(address: string | undefined, answer) {
          const text = address?.trim() ?? '';
          if (text.length > MAX_URL) answer(t('settings.rule.long', { max: MAX_URL }));
          else answer(text === '' || isWebAddress(text) ? undefined : t('settings.rule.url'));
        },
      },
    ];
  }
  return [
    {
      validator(value: number | undefined, answer) {
        if (typeof value !== 'number') answer(t('settings.rule.number'));
        else if (max !== undefined && (value < min || value > max))
          answer(t('settings.rule.range', { min, max }));
        else answer(value < min ? t('settings.rule.min', { min }) : undefined);
      },
    },
  ];
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
