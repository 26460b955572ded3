import { Button } from '@tollgate/ui/core';
import { Form, Input } from '@tollgate/ui/form';
import { IconDelete, IconPlus } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { type CostRule, costKinds, newRule, toCost } from './cost-rules.ts';

/** A list of costs, each for some models. An incomplete one is marked by itself. */
export function CostRules() {
  const { t } = useTranslation('area.admin-channels');
  const { form } = Form.useFormContext();
  const rulesOf = () => (form.getFieldValue('rules') ?? []) as CostRule[];

  function check(rule: CostRule | undefined): string | undefined {
    if (!rule) return undefined;
    const models = rule.models.trim();
    if (rulesOf().filter((other) => other.models.trim() === models).length > 1)
      return t('costs.twice', { models });
    return toCost(rule) ? undefined : t('costs.incomplete', { models: models || '?' });
  }

  return (
    <Form.List field="rules">
      {(items, { add, remove }) => (
        <div className="channel-costs">
          {items.map(({ key, field }, index) => (
            <Form.Item
              key={key}
              field={field}
              validateTrigger="onSubmit"
              rules={[{ validator: (rule: CostRule | undefined, answer) => answer(check(rule)) }]}
            >
              <RuleInput onRemove={() => remove(index)} />
            </Form.Item>
          ))}
          <Button icon={<IconPlus />} onClick={() => add(newRule(rulesOf()))}>
            {t('costs.add')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

interface RuleProps {
  /** Both are given by the form. */
  value?: CostRule;
  onChange?: (rule: CostRule) => void;
  onRemove: () => void;
}

function RuleInput({ value: rule, onChange = () => {}, onRemove }: RuleProps) {
  const { t } = useTranslation('area.admin-channels');
  if (!rule) return null;
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
