import type { OptionKey } from '@tollgate/contract/options';

/**
 * One option as the form draws it: a line of a table. The kinds follow the contract's own table, which is not loaded
 * into the page because it carries every price; a test holds the two together.
 */
export interface OptionField {
  key: OptionKey;
  /** The field of the form and the key of its texts; option keys may have dots, which forms take for paths. */
  name: string;
  kind: 'flag' | 'url' | 'number' | 'integer' | 'quota' | 'lines';
  min?: number;
  max?: number;
  /** Key of the text behind the number. */
  unit?: string;
}

export interface SettingsSection {
  id: string;
  fields: readonly OptionField[];
}

/** The longest address that the server takes. */
export const MAX_URL = 2000;
