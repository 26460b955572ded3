import { Form, Input, InputNumber, QuotaInput, Switch, TextArea } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { OptionField } from './describe.ts';
import { useOptionRules } from './use-option-rules.ts';

/** One option with its label, its hint and the control that its kind asks for. */
export function OptionItem({ field }: { field: OptionField }) {
  const { t } = useTranslation('area.admin-settings');
  const rules = useOptionRules(field);
  if (field.kind === 'flag') return <FlagItem field={field} />;
  return (
    <Form.Item
      field={field.name}
      label={t(`settings.option.${field.name}.label`)}
      extra={t(`settings.option.${field.name}.hint`)}
      className="settings-field"
      rules={rules}
    >
      {controlOf(field, field.unit && t(`settings.unit.${field.unit}`))}
    </Form.Item>
  );
}

/** A switch at the right of its label, and what it does under both. */
function FlagItem({ field: { name } }: { field: OptionField }) {
  const { t } = useTranslation('area.admin-settings');
  const hintId = `settings-hint-${name}`;
  return (
    <div className="settings-flag">
      <Form.Item field={name} label={t(`settings.option.${name}.label`)} triggerPropName="checked">
        <Switch aria-describedby={hintId} />
      </Form.Item>
      <p id={hintId}>{t(`settings.option.${name}.hint`)}</p>
    </div>
  );
}

/** Form.Item hands value, change and id to whatever stands directly in it. */
function controlOf({ kind, min, max }: OptionField, unit: string | undefined) {
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  switch (kind) {
    case 'url':
      return <Input placeholder="https://" autoComplete="off" spellCheck={false} />;
    case 'lines':
      return <TextArea rows={6} spellCheck={false} />;
    case 'quota':
      return <QuotaInput presets={[]} />;
    case 'integer':
      return <InputNumber hideControl precision={0} suffix={unit} {...limits} />;
    default:
      return <InputNumber hideControl suffix={unit} {...limits} />;
  }
}
