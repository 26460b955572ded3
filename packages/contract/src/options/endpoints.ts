import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Values are texts. A secret is never served: its row has an empty value and says whether a value is stored. */
export const optionRow = z.object({
  key: z.string(),
  value: z.string(),
  configured: z.optional(z.boolean()),
  /** File and line that declare it; then only `tollgate apply` changes it. Absent: nothing does. */
  declared: z.optional(z.string()),
});

export const listOptions = endpoint({
  address: 'GET /api/option/',
  summary: 'Every option with its value or default; of secrets only whether they are configured.',
  access: 'root',
  input: z.object({}),
  output: z.array(optionRow),
});

const optionChange = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Absent: an empty text, and of a secret the stored one. New-api's pages leave empty fields out. */
  value: z.optional(z.string().check(z.maxLength(1_000_000))),
  /** The text that was edited, as `listOptions` returned it. With another stored one nothing is saved. */
  previous: z.optional(z.string().check(z.maxLength(1_000_000))),
});

export const saveOption = endpoint({
  address: 'PUT /api/option/',
  summary: 'Saves one option. The value is a text and is checked before anything is stored.',
  access: 'root',
  input: optionChange,
  output: z.undefined(),
});

export const saveOptions = endpoint({
  address: 'PUT /api/option/batch',
  summary: 'Saves several options, all or none: they may need each other.',
  access: 'root',
  input: z.object({ options: z.array(optionChange).check(z.minLength(1), z.maxLength(200)) }),
  output: z.undefined(),
});

export const resetModelRatio = endpoint({
  address: 'POST /api/option/rest_model_ratio',
  summary: 'Puts the model ratios back to those that a new gateway starts with.',
  access: 'root',
  input: z.object({}),
  output: z.undefined(),
  done: 'model_ratios_reset',
});
