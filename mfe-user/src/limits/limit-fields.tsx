import { limitResources, MAX_ROLLING_HOURS } from '@tollgate/contract';
import {
  Form,
  Input,
  InputNumber,
  InputTag,
  QuotaInput,
  Select,
  Switch,
  useNumberRule,
  useQuotaRule,
  useReadableRule,
} from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { FullFields } from './full-fields.tsx';
import { hasWarnings, type LimitForm, ROLLING, toDraft, windowChoices } from './limit-form.ts';
import { Simulation } from './simulation.tsx';
import { useLimitText } from './use-limit-text.ts';
import { WhoFields } from './who-fields.tsx';

/** The parts of the sentence in its order, and the sentence itself above them. */
export function LimitFields({ onResource }: { onResource: (resource: LimitForm['resource']) => void }) {
  const { t } = useTranslation('area.user');
  return (
    <>
      <Form.Item noStyle shouldUpdate>
        {(form: LimitForm) => <Sentence form={form} />}
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {(form: LimitForm) => <WhoFields form={form} />}
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {(form: LimitForm) => <AmountFields form={form} onResource={onResource} />}
      </Form.Item>
      <Form.Item field="models" label={t('limits.field.models')} extra={t('limits.form.models-hint')}>
        <InputTag allowClear />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {(form: LimitForm) => <FullFields form={form} />}
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ resource }: LimitForm) =>
          hasWarnings(resource) && (
            <Form.Item field="warn_at" label={t('limits.field.warn_at')} extra={t('limits.form.warn-hint')}>
              <InputTag allowClear />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item field="name" label={t('limits.field.name')} extra={t('limits.form.name-hint')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {(form: LimitForm) => (
          <Form.Item
            field="enabled"
            label={t('limits.field.status')}
            extra={t(`limits.form.enabled.${form.enabled ? effectOf(form) : 'off'}`)}
            triggerPropName="checked"
          >
            <Switch />
          </Form.Item>
        )}
      </Form.Item>
    </>
  );
}

/** What happens to a request from the moment when the rule is saved. */
function effectOf({ scope, when_full }: LimitForm): 'skip' | LimitForm['when_full'] {
  return scope === 'channel' || scope === 'channel_key' ? 'skip' : when_full;
}

interface Props {
  form: LimitForm;
}

function Sentence({ form }: Props) {
  const text = useLimitText();
  const draft = toDraft(form);
  const { scope_id = '', models = '', window = 'forever' } = draft;
  return (
    <div className="limits-draft">
      <p className="limits-sentence">
        {text.sentence({ ...draft, window, models, scope_id: scope_id === '' ? '…' : scope_id })}
      </p>
      <Simulation draft={draft} />
    </div>
  );
}

/** The server's maximum. */
const MAX_AMOUNT = 9_000_000_000_000_000;

interface AmountProps extends Props {
  onResource: (resource: LimitForm['resource']) => void;
}

function AmountFields({ form: { resource, window, amount }, onResource }: AmountProps) {
  const { t } = useTranslation('area.user');
  const readable = useReadableRule();
  const quotaRule = useQuotaRule();
  const numberRule = useNumberRule({ min: 0, max: MAX_AMOUNT });
  const hoursRule = useNumberRule({ min: 1, max: MAX_ROLLING_HOURS });
  const required = [{ required: true, type: 'number' as const, message: t('limits.form.amount-required') }];
  return (
    <>
      <Form.Item
        field="resource"
        label={t('limits.field.resource')}
        extra={t(`limits.form.hint.${resource}`)}
      >
        <Select
          aria-label={t('limits.field.resource')}
          onChange={onResource}
          options={limitResources.map((value) => ({ value, label: t(`limits.resource.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        field="amount"
        label={t('limits.field.amount')}
        extra={amount === 0 && <strong role="status">{t('limits.form.zero')}</strong>}
        rules={[readable, ...required, resource === 'quota' ? quotaRule : numberRule]}
      >
        {resource === 'quota' ? <QuotaInput /> : <InputNumber min={0} max={MAX_AMOUNT} />}
      </Form.Item>
      {resource !== 'concurrent' && (
        <Form.Item field="window" label={t('limits.field.window')}>
          <Select
            aria-label={t('limits.field.window')}
            options={windowChoices.map((value) => ({ value, label: t(`limits.window.${value}`) }))}
          />
        </Form.Item>
      )}
      {resource !== 'concurrent' && window === ROLLING && (
        <Form.Item field="hours" label={t('limits.field.hours')} rules={[readable, ...required, hoursRule]}>
          <InputNumber min={1} max={MAX_ROLLING_HOURS} />
        </Form.Item>
      )}
      {(window === 'day' || window === 'week' || window === 'month') && resource !== 'concurrent' && (
        <Form.Item field="time_zone" label={t('limits.field.time_zone')} extra={t('limits.form.zone-hint')}>
          <Input autoComplete="off" />
        </Form.Item>
      )}
    </>
  );
}
