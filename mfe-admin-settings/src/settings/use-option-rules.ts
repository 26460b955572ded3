import { useFormat } from '@tollgate/ui/core';
import type { RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { MAX_URL, type OptionField } from './describe.ts';

/** Form rules of an option. The server checks the same. */
export function useOptionRules(field: OptionField): RulesProps[] {
  const { t } = useTranslation('area.admin-settings');
  const { kind, max } = field;
  const textRule = (isFine: (text: string) => boolean, sentence: string, longest = MAX_URL): RulesProps => ({
    validator(value: string | undefined, answer) {
      const text = value?.trim() ?? '';
      if (text.length > longest) answer(t('settings.rule.long', { max: longest }));
      else answer(text === '' || isFine(text) ? undefined : sentence);
    },
  });
  const number = useOptionNumberRule(field);
  const jsonRule = useJsonTextRule(field);
  switch (kind) {
    case 'number':
    case 'integer':
    case 'quota':
      return [number];
    case 'url':
      return [textRule(isWebAddress, t('settings.rule.url'))];
    case 'link':
      return [textRule(isLink, t('settings.rule.link'))];
    case 'text':
      return [textRule(() => true, '', max ?? 100_000)];
    case 'json':
    case 'json-list':
      return [jsonRule];
    default:
      return [];
  }
}

function useOptionNumberRule({ kind, min = 0, max = Number.MAX_SAFE_INTEGER }: OptionField): RulesProps {
  const { t } = useTranslation('area.admin-settings');
  const format = useFormat();
  const whole = kind === 'number' ? undefined : t('common:form.whole');
  const most = kind === 'quota' ? Math.min(max, MAX_QUOTA) : max;
  const show = (bound: number) => (kind === 'quota' ? format.quota(bound) : bound);
  return {
    validator(value: number | undefined, answer) {
      if (typeof value !== 'number' || Number.isNaN(value)) answer(t('settings.rule.number'));
      else if (value < min && max === Number.MAX_SAFE_INTEGER)
        answer(t('settings.rule.min', { min: show(min) }));
      else if (value < min || value > most)
        answer(t('settings.rule.range', { min: show(min), max: show(most) }));
      else answer(Number.isInteger(value) ? undefined : whole);
    },
  };
}

/** Shown on blur, and again before sending: the position of the fault, or the expected format. */
function useJsonTextRule({ kind, map }: OptionField): RulesProps {
  const { t } = useTranslation('area.admin-settings');
  const shape = kind === 'json-list' ? t('settings.rule.json-list') : t('common:json.not-object');
  return {
    validateTrigger: map ? 'onSubmit' : ['onBlur', 'onSubmit'], // a table says itself what is wrong
    validator(text: string | undefined, answer) {
      try {
        const value: unknown = JSON.parse(text ?? '');
        const isFine =
          typeof value === 'object' && value !== null && Array.isArray(value) === (kind === 'json-list');
        answer(isFine ? undefined : shape);
      } catch (error) {
        const where = text?.trim() ? `: ${(error as Error).message}` : '';
        answer(`${t('settings.rule.json')}${where}`);
      }
    },
  };
}

/** The server's maximum quota, in units. */
const MAX_QUOTA = 9_000_000_000_000_000;

function isLink(text: string): boolean {
  return isWebAddress(text) || /^\/(?![/\\])/.test(text) || text.startsWith('data:image/');
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
