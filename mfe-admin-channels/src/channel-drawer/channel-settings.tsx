import { Input, InputNumber, JsonView, Select, Switch } from '@tollgate/ui/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** JSON text; both are given by the form. */
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  disabled?: boolean;
}

const EXAMPLE = '{"force_format": true}';

type Settings = Readonly<Record<string, unknown>>;

/** The settings of a channel that the gateway knows, as fields; others stay as they are. */
export function ChannelSettings({ onChange, ...field }: Props) {
  return (
    <JsonView {...field} rows={4} placeholder={EXAMPLE} {...(onChange && { onChange })}>
      {(settings, toggle) => (
        <div className="channel-settings">
          <Fields
            settings={settings}
            disabled={field.disabled ?? false}
            onSet={(name, value) => onChange?.(write(settings, name, value))}
          />
          <div className="channel-settings-tools">
            <Unknown settings={settings} />
            {toggle}
          </div>
        </div>
      )}
    </JsonView>
  );
}

function Unknown({ settings }: { settings: Settings }) {
  const { t } = useTranslation('area.admin-channels');
  const others = Object.keys(settings).filter((name) => !known.has(name));
  if (others.length === 0) return null;
  return <span className="tg-muted">{t('form.setting.others', { names: others.join(', ') })}</span>;
}

interface FieldsProps {
  settings: Settings;
  disabled: boolean;
  onSet: (name: string, value: unknown) => void;
}

function Fields({ settings, disabled, onSet }: FieldsProps) {
  const { t } = useTranslation('area.admin-channels');
  const choice = (name: 'force_format' | 'on_hang_up', values: readonly (string | boolean)[]) => (
    <Row name={name}>
      {(label) => (
        <Select
          {...label}
          disabled={disabled}
          value={String(settings[name] ?? '')}
          options={['', ...values].map((value) => ({
            value: String(value),
            label: t(`form.setting.${name}.${value === '' ? 'default' : String(value)}`),
          }))}
          onChange={(text: string) =>
            onSet(
              name,
              values.find((value) => String(value) === text),
            )
          }
        />
      )}
    </Row>
  );
  const flag = (name: 'thinking_to_content' | 'cache_prompts') => (
    <Row name={name}>
      {(label) => (
        <Switch
          {...label}
          disabled={disabled}
          checked={settings[name] === true}
          onChange={(isOn: boolean) => onSet(name, isOn || undefined)}
        />
      )}
    </Row>
  );
  const { proxy, silence_seconds: silence } = settings;
  return (
    <>
      <Row name="proxy">
        {(label) => (
          <Input
            {...label}
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
            placeholder="socks5://proxy.example.com:1080"
            value={typeof proxy === 'string' ? proxy : ''}
            onChange={(text) => onSet('proxy', text.trim() || undefined)}
          />
        )}
      </Row>
      <Row name="silence_seconds">
        {(label) => (
          <InputNumber
            {...label}
            hideControl
            disabled={disabled}
            placeholder="120"
            suffix={t('form.setting.seconds')}
            {...(typeof silence === 'number' && { value: silence })}
            onChange={(seconds) => onSet('silence_seconds', Number.isFinite(seconds) ? seconds : undefined)}
          />
        )}
      </Row>
      {choice('force_format', [true, false])}
      {choice('on_hang_up', ['cancel', 'finish'])}
      {flag('thinking_to_content')}
      {flag('cache_prompts')}
    </>
  );
}

/** Name and hint at the left, the control at the right. */
function Row({ name, children }: { name: string; children: (label: { 'aria-label': string }) => ReactNode }) {
  const { t } = useTranslation('area.admin-channels');
  const label = t(`form.setting.${name}.label`);
  return (
    <div className="channel-setting">
      <span>
        {label}
        <small>{t(`form.setting.${name}.hint`)}</small>
      </span>
      {children({ 'aria-label': label })}
    </div>
  );
}

const known: ReadonlySet<string> = new Set([
  ...['proxy', 'silence_seconds', 'force_format'],
  ...['on_hang_up', 'thinking_to_content', 'cache_prompts'],
]);

/** Without a value the setting is left out. */
function write(settings: Settings, name: string, value: unknown): string {
  const { [name]: _, ...others } = settings;
  const next = value === undefined ? others : { ...settings, [name]: value };
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next);
}
