import { MapInput } from '@tollgate/ui/form';
import type { OptionField } from './describe.ts';

interface Props extends Required<Pick<OptionField, 'kind' | 'map'>> {
  heads: readonly [name: string, value: string];
  /** JSON text; both are given by the form. */
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  disabled?: boolean;
}

/** An option that is a JSON object, or a list of objects with one entry each, as a table. */
export function MapOption({ kind, map, value = '', onChange, ...rest }: Props) {
  const isList = kind === 'json-list';
  return (
    <MapInput
      {...rest}
      kind={map.kind}
      value={isList ? toMap(value) : value}
      onChange={(text) => onChange?.(isList ? toList(text) : text || '{}')}
    />
  );
}

/** Text that is no such list stays, and is shown as it is. Of entries with the same name the last one counts. */
function toMap(text: string): string {
  const list = read(text);
  if (!Array.isArray(list) || !list.every(isEntry)) return text;
  return list.length === 0 ? '' : JSON.stringify(Object.assign({}, ...list));
}

function toList(text: string): string {
  const map = read(text || '{}');
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return text;
  return JSON.stringify(Object.entries(map).map(([name, value]) => ({ [name]: value })));
}

function isEntry(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && Object.keys(entry).length === 1;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
