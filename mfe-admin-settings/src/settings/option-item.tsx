import { useErrorMessage } from '@tollgate/i18n';
import { StatusTag } from '@tollgate/ui/core';
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
  /** File and line that declare it: it cannot be changed here. */
  place: string | undefined;
}

/** One option with its label, its hint and the control of its kind. */
export function OptionItem({ field, stored, place }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const rules = useOptionRules(field);
  if (field.kind === 'flag') return <FlagItem field={field} place={place} />;
  const choices = field.values?.map((value) => ({ value, label: t(`settings.choice.${value}`) }));
  const unit = field.unit && t(`settings.unit.${field.unit}`);
  const json: Partial<FormItemProps> =
    field.kind.startsWith('json') && !field.map ? { validateTrigger: 'onBlur' } : {};
  return (
    <div className="settings-row" data-setting={field.name}>
      <Form.Item
        {...json}
        field={field.name}
        label={t(`settings.option.${field.name}.label`)}
        extra={<Hint field={field} place={place} />}
        disabled={place !== undefined}
        className={isWide(field) ? 'settings-item settings-wide' : 'settings-item'}
        rules={rules}
      >
        {controlOf(field, { unit, choices, stored, heads: headsOf(field.map) })}
      </Form.Item>
    </div>
  );

  function headsOf(map: OptionField['map']): readonly [string, string] | undefined {
    return map && [t(`settings.map.${map.heads[0]}`), t(`settings.map.${map.heads[1]}`)];
  }
}

/** Long texts and tables take the whole width, under their name. */
function isWide({ rows, kind }: OptionField): boolean {
  return rows !== undefined || kind === 'lines' || kind === 'long' || kind === 'list';
}

/** What the option does, whether a change is risky, and where it is declared. */
function Hint({ field: { name, isRisky = false }, place }: Omit<Props, 'stored'>) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <>
      {isRisky && (
        <span className="settings-risky">
          <StatusTag tone="warning">{t('settings.risky')}</StatusTag>{' '}
        </span>
      )}
      {t(`settings.option.${name}.hint`)} <Declared name={name} place={place} />
    </>
  );
}

/** A switch to the right of its label, with its hint under both. */
function FlagItem({ field, place }: Omit<Props, 'stored'>) {
  const { t } = useTranslation('area.admin-settings');
  const { name, confirmOff } = field;
  const hintId = `settings-hint-${name}`;
  return (
    <div className="settings-row settings-flag" data-setting={name}>
      <Form.Item
        className="settings-flag-item"
        field={name}
        label={t(`settings.option.${name}.label`)}
        triggerPropName="checked"
        disabled={place !== undefined}
      >
        <FlagSwitch describedBy={hintId} confirmsSwitchOff={confirmOff ?? false} />
      </Form.Item>
      <p id={hintId}>
        <Hint field={field} place={place} />
      </p>
    </div>
  );
}

/** Says where an option is declared. */
function Declared({ name, place }: { name: string; place: string | undefined }) {
  const { t } = useTranslation('area.admin-settings');
  const errorMessage = useErrorMessage();
  if (place === undefined) return null;
  const details = { name: t(`settings.option.${name}.label`), place };
  return <strong>{errorMessage({ code: 'declared_elsewhere', details })}</strong>;
}
