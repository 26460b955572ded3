import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { addErrorTexts } from './error-texts.ts';

type ErrorValues = Record<string, string | number>;

/** The parts of a failed call: a code with a local sentence, values for it, and the server's message. */
export interface Failure {
  code?: string;
  details?: ErrorValues;
  message?: string;
  requestId?: string;
}

interface MessageOptions {
  /** The request ID is shown next to the sentence, so the sentence leaves it out. */
  hasRequestId?: boolean;
}

/**
 * Turns any thrown value into one sentence: the local one by its code, else the server's message, else a
 * general one. For a server error it ends with the request ID, which finds the call in the server's log.
 */
export function useErrorMessage(): (error: unknown, options?: MessageOptions) => string {
  const { t, i18n } = useTranslation('errors', { bindI18nStore: 'added' });
  return useCallback(
    (error, { hasRequestId = false } = {}) => {
      const { code, details, message, requestId } = toFailure(error);
      if (!i18n.hasResourceBundle('en', 'errors')) addErrorTexts(i18n);
      if (code === 'internal' && requestId && !hasRequestId) {
        return t(['internal_with_id', 'failed'], { ns: ['errors', 'common'], requestId });
      }
      // Without a network the sentences may never load.
      if (code === 'network') return t('network', { ns: 'common' });
      if (code && i18n.exists(code, { ns: 'errors' })) {
        return t(code, { ...details, reason: reasonText(details) });
      }
      if (code && message && message !== code) return message;
      return t(['internal', 'failed'], { ns: ['errors', 'common'] });

      /** The problem, with its bound and with the list or map entry that has it. */
      function reasonText({ reason = 'other', ...values }: ErrorValues = {}): string {
        const keys = [...(values.limit === undefined ? [] : [`${reason}_limit`]), String(reason), 'other'];
        const text = t(keys, { ns: 'reasons', ...values });
        return values.entry === undefined ? text : t('at_entry', { ns: 'reasons', ...values, reason: text });
      }
    },
    [t, i18n],
  );
}

/** Extracts the parts of a failure from any thrown value. A plain program error has no code. */
export function toFailure(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? (error as Failure) : {};
}

/** Returns the same failure with the field's label: the server only knows the API name. */
export function callField(error: unknown, label: string | undefined): Failure {
  const failure = toFailure(error);
  const { code, message, requestId, details } = failure;
  if (!label) return failure;
  const rest = { ...(code && { code }), ...(message && { message }), ...(requestId && { requestId }) };
  return { ...rest, details: { ...details, field: label } };
}

/** Returns the form field of an error: named by the server, or implied by the code. */
export function fieldOf(error: unknown): string | undefined {
  const { code, details } = toFailure(error);
  return typeof details?.field === 'string' ? details.field : fieldsOfCodes[code ?? ''];
}

const fieldsOfCodes: Readonly<Record<string, string>> = {
  username_taken: 'username',
  username_alike: 'username',
  username_reserved: 'username',
  password_common: 'password',
  current_password_required: 'original_password',
  current_password_wrong: 'original_password',
  email_domain_refused: 'email',
  email_alias_refused: 'email',
  email_taken: 'email',
  email_code_required: 'code',
  email_code_wrong: 'code',
  notification_address_missing: 'notification_email',
  webhook_missing: 'webhook_url',
  token_group_refused: 'group',
  token_address_invalid: 'allow_ips',
  group_unknown: 'group',
  channel_key_required: 'key',
  channel_key_again: 'key',
  channel_host_metadata: 'base_url',
  channel_host_refused: 'base_url',
};
