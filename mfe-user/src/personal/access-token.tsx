import { Button, ConfirmAction, CopyText } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNewAccessToken } from './personal.data.ts';

/** Makes a system access token in place of the one before, and shows it this once. */
export function AccessToken() {
  const { t } = useTranslation('area.user');
  const create = useNewAccessToken();
  const [token, setToken] = useState<string>();
  return (
    <>
      <ConfirmAction
        size="small"
        title={t('personal.token.confirm')}
        content={t('personal.token.content')}
        okText={t('personal.token.create')}
        onConfirm={async () => setToken(await create({}))}
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
