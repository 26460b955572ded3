import type { Defaulted, Flag } from './column-types.ts';

export interface ImportSchema {
  import_steps: ImportStepTable;
  import_ids: ImportIdTable;
}

/** The row that was made for one of another gateway whose ids are texts. */
export interface ImportIdTable {
  /** user or team. */
  kind: string;
  foreign_id: string;
  id: number;
}

/** How far an import is. */
export interface ImportStepTable {
  /** new-api, one-api or LiteLLM, in lower case. */
  source: string;
  step: string;
  /** The key of the last row that was taken over. */
  position: Defaulted<string>;
  done: Defaulted<Flag>;
  /** JSON: how many rows were read and taken over, and what was not. */
  report: string;
}
