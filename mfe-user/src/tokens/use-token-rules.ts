import { type RulesProps, useNumberRule, useQuotaRule, useReadableRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { MAX_COUNT, MAX_NAME, NEVER, wrongAddresses } from './token-draft.ts';

type Field = 'name' | 'expired_time' | 'remain_quota' | 'allow_ips' | 'count';

/** Form rules of a token. `currentExpiry` is its expiry: a past one may stay. */
export function useTokenRules(currentExpiry: number | undefined): Record<Field, RulesProps[]> {
  const { t } = useTranslation('area.user');
  const readableRule = useReadableRule();
  const quotaRule = useQuotaRule();
  const countRule = useNumberRule({ min: 1, max: MAX_COUNT });
  return {
    name: [
      { required: true, match: /\S/, message: t('tokens.form.name-required') },
      { maxLength: MAX_NAME, message: t('tokens.form.name-too-long', { max: MAX_NAME }) },
    ],
    expired_time: [
      {
        validator(seconds: number | undefined, answer) {
          if (seconds === undefined) answer(t('tokens.form.expiry-wrong'));
          else if (seconds !== NEVER && seconds !== currentExpiry && seconds * 1000 < Date.now())
            answer(t('tokens.form.expiry-past'));
          else answer();
        },
      },
    ],
    remain_quota: [
      readableRule,
      { required: true, type: 'number', message: t('tokens.form.quota-required') },
      quotaRule,
    ],
    allow_ips: [
      {
        validator(addresses: string | undefined, answer) {
          const wrong = wrongAddresses(addresses ?? '');
          answer(
            wrong.length > 0 ? t('tokens.form.addresses-wrong', { lines: wrong.join(', ') }) : undefined,
          );
        },
      },
    ],
    count: [
      readableRule,
      {
        required: true,
        type: 'number',
        min: 1,
        max: MAX_COUNT,
        message: t('tokens.form.count-wrong', { max: MAX_COUNT }),
      },
      countRule,
    ],
  };
}
