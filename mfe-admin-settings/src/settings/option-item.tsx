import { Form, type FormItemProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { OptionField } from './describe.ts';
import { FlagSwitch } from './flag-switch.tsx';
import { controlOf } from './option-control.tsx';
import { useOptionRules } from './use-option-rules.ts';

interface Props {
  field: OptionField;
  /** For a secret: the server stores one. */
  stored: boolean;
}

/** One option with its label, its hint and the control of its kind. */
export function OptionItem({ field, stored }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const rules = useOptionRules(field);
  if (field.kind === 'flag') return <FlagItem field={field} />;
  const choices = field.values?.map((value) => ({ value, label: t(`settings.choice.${value}`) }));
  const unit = field.unit && t(`settings.unit.${field.unit}`);
  const json: Partial<FormItemProps> = field.kind.startsWith('json') ? { validateTrigger: 'onBlur' } : {};
  return (
    <Form.Item
      {...json}
      field={field.name}
      label={t(`settings.option.${field.name}.label`)}
      extra={t(`settings.option.${field.name}.hint`)}
      className={field.rows ? 'settings-field settings-wide' : 'settings-field'}
      rules={rules}
    >
      {controlOf(field, { unit, choices, stored })}
    </Form.Item>
  );
}

/** A switch to the right of its label, with its hint under both. */
function FlagItem({ field: { name, confirmOff } }: { field: OptionField }) {
  const { t } = useTranslation('area.admin-settings');
  const hintId = `settings-hint-${name}`;
  return (
    <div className="settings-flag">
      <Form.Item
        className="settings-flag-item"
        field={name}
        label={t(`settings.option.${name}.label`)}
        triggerPropName="checked"
      >
        <FlagSwitch describedBy={hintId} confirmsSwitchOff={confirmOff ?? false} />
      </Form.Item>
      <p id={hintId}>{t(`settings.option.${name}.hint`)}</p>
    </div>
  );
}
