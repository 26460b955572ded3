import { Button, ConfirmAction, CopyText, useToast } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNewAccessToken } from './personal.data.ts';

/** Makes a system access token in place of the one before, and shows it this once. */
export function AccessToken() {
  const { t } = useTranslation('area.user');
  const create = useNewAccessToken();
  const toast = useToast();
  const [token, setToken] = useState<string>();

  /** The token is in the clipboard at once; where the browser refuses, the dialog has it to copy by hand. */
  async function make() {
    const made = await create({});
    setToken(made);
    await navigator.clipboard.writeText(made).then(
      () => toast.success(t('personal.token.copied')),
      () => {},
    );
  }
  return (
    <>
      <ConfirmAction
        size="small"
        title={t('personal.token.confirm')}
        content={t('personal.token.content')}
        okText={t('personal.token.create')}
        onConfirm={make}
      >
        {t('personal.token.create')}
      </ConfirmAction>
      {token && (
        <Dialog
          title={t('personal.token.made')}
          onClose={() => setToken(undefined)}
          footer={
            <Button type="primary" onClick={() => setToken(undefined)}>
              {t('personal.token.kept')}
            </Button>
          }
        >
          <p className="personal-text">{t('personal.token.once')}</p>
          <div className="personal-secret">
            <CopyText text={token} what={t('personal.token.title')} />
          </div>
        </Dialog>
      )}
    </>
  );
}
