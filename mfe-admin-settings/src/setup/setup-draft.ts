import type { Input, submitSetup } from '@tollgate/contract';

/** The usage mode of the gateway; it sets two switches that the settings page can change later. */
export type UsageMode = (typeof usageModes)[number];

/** Form values of the wizard. Fields have the names of the console API, so that an error finds its field. */
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

/** A hidden field is not sent: with a root user in the database there is no account to create. */
export function toSubmission(form: Partial<SetupForm>): Input<typeof submitSetup> {
  const { setup_token, username, password, confirmPassword, mode } = form;
  return {
    ...(setup_token !== undefined && { setup_token: setup_token.trim() }),
    ...(username !== undefined && { username: username.trim(), password, confirmPassword }),
    SelfUseModeEnabled: mode === 'self',
    DemoSiteEnabled: mode === 'demo',
  };
}
