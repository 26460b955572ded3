import { Button } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { IconDelete, IconPlus } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { type CostRule, costKinds, newRule } from './cost-rules.ts';

interface Props {
  value?: CostRule[];
  onChange?: (rules: CostRule[]) => void;
}

/** A list of costs, each for some models. */
export function RulesInput({ value = [], onChange = () => {} }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const next = Math.max(0, ...value.map(({ key }) => key + 1));
  const change = (changed: CostRule) =>
    onChange(value.map((rule) => (rule.key === changed.key ? changed : rule)));
  return (
    <div className="channel-costs">
      {value.map((rule) => (
        <Rule
          key={rule.key}
          rule={rule}
          onChange={change}
          onRemove={() => onChange(value.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <Button icon={<IconPlus />} onClick={() => onChange([...value, newRule(next)])}>
        {t('costs.add')}
      </Button>
    </div>
  );
}

interface RuleProps {
  rule: CostRule;
  onChange: (rule: CostRule) => void;
  onRemove: () => void;
}

function Rule({ rule, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation('area.admin-channels');
  const amount = (field: 'share' | 'input' | 'output' | 'cacheRead' | 'call' | 'second') => (
    <div className="channel-costs-field" key={field}>
      <span aria-hidden>{t(`costs.${field}`)}</span>
      <Input
        aria-label={t(`costs.${field}`)}
        inputMode="decimal"
        autoComplete="off"
        value={rule[field]}
        onChange={(text) => onChange({ ...rule, [field]: text })}
      />
    </div>
  );
  return (
    <fieldset className="channel-costs-rule">
      <legend className="tg-visually-hidden">{t('costs.rule', { models: rule.models })}</legend>
      <div className="channel-costs-row">
        <div className="channel-costs-field">
          <span aria-hidden>{t('costs.models')}</span>
          <Input
            aria-label={t('costs.models')}
            autoComplete="off"
            spellCheck={false}
            value={rule.models}
            onChange={(models) => onChange({ ...rule, models })}
          />
        </div>
        <Button
          type="text"
          icon={<IconDelete />}
          aria-label={t('costs.remove', { models: rule.models })}
          onClick={onRemove}
        />
      </div>
      <label className="channel-costs-field">
        <span>{t('costs.kind')}</span>
        <select
          className="channel-costs-select"
          value={rule.kind}
          onChange={({ target }) =>
            onChange({ ...rule, kind: costKinds.find((kind) => kind === target.value) ?? 'share' })
          }
        >
          {costKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`costs.kind-${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <div className="channel-costs-amounts">
        {rule.kind === 'share' && amount('share')}
        {rule.kind === 'tokens' && [amount('input'), amount('output'), amount('cacheRead')]}
        {rule.kind === 'call' && amount('call')}
        {rule.kind === 'second' && amount('second')}
      </div>
    </fieldset>
  );
}
