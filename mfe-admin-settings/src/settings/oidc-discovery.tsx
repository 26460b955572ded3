import { useAction } from '@tollgate/api-client';
import { discoverOidc } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { SectionState } from './use-section-values.ts';

/** Fills in the endpoints from the well-known URL. The gateway reads it: the browser may not reach it. */
export function OidcDiscovery({ state: { form, noteChanges } }: { state: SectionState }) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const { run, pending } = useAction(discoverOidc);

  async function read() {
    const problems = await form.validate(['oidc-well-known']).then(
      () => undefined,
      (error: unknown) => error,
    );
    const address = String(form.getFieldValue('oidc-well-known') ?? '').trim();
    if (problems || address === '') return;
    try {
      const found = await run({ well_known: address });
      form.setFieldsValue({
        'oidc-authorization': found.authorization_endpoint,
        'oidc-token': found.token_endpoint,
        'oidc-user-info': found.user_info_endpoint,
      });
      noteChanges();
      toast.success(t('settings.oidc.done'));
    } catch {
      form.setFields({ 'oidc-well-known': { error: { message: t('settings.oidc.failed') } } });
    }
  }
  return (
    <div className="settings-field">
      <Button loading={pending} onClick={() => void read()}>
        {t('settings.oidc.read')}
      </Button>
    </div>
  );
}
