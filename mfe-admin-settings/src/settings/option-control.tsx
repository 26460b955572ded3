import { Input, InputNumber, InputTag, QuotaInput, SecretField, Select, TextArea } from '@tollgate/ui/form';
import type { OptionField } from './describe.ts';
import { MapOption } from './map-option.tsx';

interface Words {
  unit: string | undefined;
  choices: { value: string; label: string }[] | undefined;
  stored: boolean;
  heads: readonly [name: string, value: string] | undefined;
}

/** Form.Item passes value, change and id to its direct child, so this is a plain function. */
export function controlOf(
  { kind, map, min, max, rows = 6 }: OptionField,
  { unit, choices, stored, heads }: Words,
) {
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  switch (kind) {
    case 'url':
    case 'link':
      return <Input placeholder="https://" autoComplete="off" spellCheck={false} />;
    case 'text':
      return <Input autoComplete="off" spellCheck={false} />;
    case 'secret':
      return <SecretField stored={stored} />;
    case 'list':
      return <InputTag />;
    case 'choice':
      return <Select options={choices ?? []} />;
    case 'json':
    case 'json-list':
      if (map && heads) return <MapOption kind={kind} map={map} heads={heads} />;
      return <TextArea className="settings-code" rows={rows} spellCheck={false} />;
    case 'lines':
    case 'long':
      return <TextArea rows={rows} spellCheck={kind === 'long'} />;
    case 'quota':
      return <QuotaInput presets={[]} />;
    default:
      return <InputNumber hideControl suffix={unit} {...limits} />;
  }
}
