import type { Input, submitSetup } from '@tollgate/contract';

/** How the gateway will be used; decides two switches that the settings page can change later. */
export type UsageMode = (typeof usageModes)[number];

/** The wizard as a person fills it in. Fields have the wire's names, so that a refusal finds its field. */
export interface SetupForm {
  setup_token: string;
  username: string;
  password: string;
  confirmPassword: string;
  mode: UsageMode;
}

export const MAX_USERNAME = 12;
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;
export const usageModes = ['external', 'self', 'demo'] as const;

/** A field that is not shown is not sent: with a root in the database there is no account to create. */
export function toSubmission(form: Partial<SetupForm>): Input<typeof submitSetup> {
  const { setup_token, username, password, confirmPassword, mode } = form;
  return {
    ...(setup_token !== undefined && { setup_token: setup_token.trim() }),
    ...(username !== undefined && { username: username.trim(), password, confirmPassword }),
    SelfUseModeEnabled: mode === 'self',
    DemoSiteEnabled: mode === 'demo',
  };
}
