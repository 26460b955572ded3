import { type HumanCheck as Check, useHumanCheck as useCheck } from '@tollgate/ui/core';
import { useStatus } from '../../status/status-context.ts';
import type { Problem } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

export interface HumanCheck extends Check {
  /** What keeps a call from being made yet. */
  problem: () => Problem | undefined;
}

/** Turnstile, where the site asks for it. */
export function useHumanCheck(): HumanCheck {
  const { t } = useEntryText();
  const check = useCheck(useStatus().turnstile_check);
  const problem = () => (check.isWaiting ? { sentence: t('entry.human-check-wait') } : undefined);
  return { ...check, problem };
}
