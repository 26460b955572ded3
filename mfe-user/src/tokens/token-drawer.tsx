import type { Token } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, useToast } from '@tollgate/ui/core';
import { FormDrawer, type FormInstance } from '@tollgate/ui/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freshToken, type TokenForm, toForm } from './token-draft.ts';
import { TokenFields } from './token-fields.tsx';
import { TokenLimits } from './token-limits.tsx';
import { useCreateTokens, useToken, useUpdateToken } from './tokens.data.ts';

interface Props {
  /** Absent when creating. */
  token?: Token | undefined;
  /** After the creation of a single token. */
  onCreated: (token: Token) => void;
  onClose: () => void;
}

export function TokenDrawer({ token, onCreated, onClose }: Props) {
  if (token) return <EditToken token={token} onClose={onClose} />;
  return <CreateToken onCreated={onCreated} onClose={onClose} />;
}

function CreateToken({ onCreated, onClose }: Omit<Props, 'token'>) {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const { create, made } = useCreateTokens();
  const [wanted, setWanted] = useState(1);

  async function submit(form: TokenForm) {
    setWanted(form.count);
    const token = await create(form);
    if (token) onCreated(token);
    else toast.success(t('tokens.notice.created', { count: form.count }));
  }

  return (
    <FormDrawer<TokenForm>
      title={t('tokens.drawer.create')}
      initial={freshToken}
      submitText={t('tokens.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      {made > 0 && made < wanted && (
        <Alert
          type="info"
          className="tokens-note"
          content={t('tokens.drawer.progress', { made, count: wanted })}
        />
      )}
      <TokenFields />
    </FormDrawer>
  );
}

/** Opens with the list's data, and switches to the server's newer data unless the user has already typed. */
function EditToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const update = useUpdateToken(token.id);
  const [shown, setShown] = useState(token);
  return (
    <FormDrawer<TokenForm>
      title={t('tokens.drawer.edit', { name: token.name })}
      initial={toForm(token)}
      submitText={t('tokens.drawer.save')}
      done={t('tokens.notice.updated')}
      onSubmit={(form) => update(shown, form)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Freshen form={form} id={token.id} onFresh={setShown} />
          <TokenFields token={token} />
          <TokenLimits id={token.id} />
        </>
      )}
    </FormDrawer>
  );
}

interface FreshenProps {
  form: FormInstance<TokenForm>;
  id: number;
  onFresh: (token: Token) => void;
}

function Freshen({ form, id, onFresh }: FreshenProps) {
  const { data, error } = useToken(id);
  const errorMessage = useErrorMessage();
  useEffect(() => {
    if (!data || form.getTouchedFields().length > 0) return;
    form.setFieldsValue(toForm(data));
    onFresh(data);
  }, [data, form, onFresh]);
  return error ? <Alert type="warning" className="tokens-note" content={errorMessage(error)} /> : null;
}
