import { isOptionKey, type OptionKey, type OptionValues, readOptions } from '@tollgate/contract/options';
import { AppError } from '../../core/errors.ts';
import { prerequisites } from '../../modules/settings/option-rules.ts';
import { normaliseOption, refuseUnreadable } from '../../modules/settings/option-texts.ts';
import { write } from '../../modules/settings/options.ts';
import type { Note } from './report.ts';
import type { Step } from './run-steps.ts';
import { Fields } from './values.ts';

/** Options have the same names here. A value that this gateway would refuse is left out, and its default stays. */
export const optionStep: Step = {
  name: 'options',
  table: 'options',
  key: 'key',
  async write(_, tx, rows, note) {
    const usable = new Map<OptionKey, string>();
    for (const row of rows) {
      const fields = new Fields(row);
      const name = fields.text('key');
      const text = readOption(name, fields.text('value'), note);
      if (text !== undefined) usable.set(name as OptionKey, text);
    }
    leaveOutBroken(usable, note);
    for (const [key, text] of usable) await write(tx, key, text);
    return usable.size;
  },
};

function readOption(key: string, value: string, note: Note): string | undefined {
  if (!isOptionKey(key)) {
    note('there is no such option here', key);
    return undefined;
  }
  try {
    const text = normaliseOption(key, value);
    refuseUnreadable(key, text);
    return text;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    note('the value is not valid, so the default applies', key);
    return undefined;
  }
}

/** A switch whose address or secret is missing would lock people out. */
function leaveOutBroken(usable: Map<OptionKey, string>, note: Note): void {
  const values: OptionValues = readOptions(usable);
  for (const [key, needed] of Object.entries(prerequisites) as [OptionKey, readonly OptionKey[]][]) {
    const isOn = values[key] === true || (typeof values[key] === 'string' && values[key] !== '');
    const missing = isOn && usable.has(key) && needed.find((each) => values[each] === '');
    if (!missing) continue;
    usable.delete(key);
    note(`it needs another option that is empty`, key);
  }
}
