import { keyStep, litellmUserStep, teamStep } from './litellm-people.ts';
import { modelStep, spendStep } from './litellm-supply.ts';
import type { Step } from './run-steps.ts';

/** Everything of LiteLLM that has a place here. */
export const litellmSteps: readonly Step[] = [teamStep, litellmUserStep, keyStep, modelStep, spendStep];
