import { modelStep } from './litellm-channels.ts';
import { keyStep } from './litellm-keys.ts';
import { litellmUserStep, teamStep } from './litellm-people.ts';
import { spendStep } from './litellm-spend.ts';
import type { Step } from './run-steps.ts';

/** Everything of LiteLLM that has a place here. */
export const litellmSteps: readonly Step[] = [teamStep, litellmUserStep, keyStep, modelStep, spendStep];
