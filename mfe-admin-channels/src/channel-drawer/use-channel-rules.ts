import { type RulesProps, useJsonRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { MIN_PRIORITY } from '../channels/row-number.ts';
import { MAX_NAME } from './channel-draft.ts';

type Field = 'name' | 'key' | 'base_url' | 'models' | 'group' | 'priority' | 'weight';

/** Form rules of a channel. A stored key may be kept. */
export function useChannelRules(hasKey: boolean): Record<Field, RulesProps[]> {
  const { t } = useTranslation('area.admin-channels');
  return {
    name: [
      { required: true, match: /\S/, message: t('form.name.required') },
      { maxLength: MAX_NAME, message: t('form.name.too-long', { max: MAX_NAME }) },
    ],
    key: hasKey ? [] : [{ required: true, match: /\S/, message: t('form.key.required') }],
    base_url: [
      {
        validator(address: string | undefined, answer) {
          const isFine = !address?.trim() || /^https?:\/\/[^\s/]+/i.test(address.trim());
          answer(isFine ? undefined : t('form.base-url.wrong'));
        },
      },
    ],
    models: [{ required: true, type: 'array', minLength: 1, message: t('form.models.required') }],
    group: [{ required: true, type: 'array', minLength: 1, message: t('form.group.required') }],
    priority: [wholeNumber(t('form.priority.wrong'), MIN_PRIORITY)],
    weight: [wholeNumber(t('form.weight.wrong'), 0)],
  };
}

/** Rejects invalid JSON and expands its part of the form; the editor itself shows the reason. */
export function useFoldedJsonRule(unfold: () => void): (problem: string) => RulesProps {
  const json = useJsonRule();
  return (problem) => ({
    ...json,
    validator: (value: string | undefined, answer) =>
      json.validator(value, (error) => {
        if (error) unfold();
        answer(error && problem);
      }),
  });
}

function wholeNumber(message: string, min: number): RulesProps {
  return {
    validator(value: number | undefined, answer) {
      const isFine = value === undefined || (Number.isInteger(value) && value >= min && value <= 1_000_000);
      answer(isFine ? undefined : message);
    },
  };
}
