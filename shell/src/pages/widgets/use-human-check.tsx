import { type HumanCheck as Check, useHumanCheck as useCheck } from '@tollgate/ui/core';
import { useStatus } from '../../status/status-context.ts';
import type { Problem } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

export interface HumanCheck extends Check {
  /** Why a call cannot be made yet. */
  problem: () => Problem | undefined;
}

/** Turnstile, when the site requires it. */
export function useHumanCheck(): HumanCheck {
  const { t } = useEntryText();
  const check = useCheck(useStatus().turnstile_check);
  const problem = () => (check.isWaiting ? { sentence: t('entry.human-check-wait') } : undefined);
  return { ...check, problem };
}
