import type { OptionKey } from '@tollgate/contract/options';
import type { MapKind } from '@tollgate/ui/form';

/**
 * One option as the form shows it: a line of a table. The kinds match the contract's own table, which is not
 * loaded into the page because it carries every price; a test compares the two.
 */
export interface OptionField {
  key: OptionKey;
  /** The field of the form and the key of its texts; option keys may have dots, which forms treat as paths. */
  name: string;
  kind: FieldKind;
  /** For a number; for a text, `max` is its length. */
  min?: number;
  max?: number;
  /** Lines of a text area. */
  rows?: number;
  /** The values of a choice. */
  values?: readonly string[];
  /** Switching it off asks for confirmation. */
  confirmOff?: boolean;
  /** A change can lock users out, or changes what everybody pays. */
  isRisky?: boolean;
  /** For JSON that is a table of names and values: keys of its headings in `settings.map`. */
  map?: { kind: MapKind; heads: readonly [name: string, value: string] };
  /** Key of the unit's text after the number. */
  unit?: string;
}

/** `link` may also be a path of this site, `list` is sent comma-separated, `json-list` is a list of maps. */
export type FieldKind =
  | ('flag' | 'choice' | 'number' | 'integer' | 'quota')
  | ('text' | 'long' | 'url' | 'link' | 'secret' | 'lines' | 'list' | 'json' | 'json-list');

export interface SettingsSection {
  id: string;
  fields: readonly OptionField[];
}

/** The server's maximum length of an address. */
export const MAX_URL = 2000;
