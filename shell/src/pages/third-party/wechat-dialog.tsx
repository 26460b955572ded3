import { call } from '@tollgate/api-client';
import { signInByWechat } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import { useState } from 'react';
import { Dialog } from '../../chrome/dialog.tsx';
import { signIn } from '../../session/session.ts';
import { useStatus } from '../../status/status-context.ts';
import { Field } from '../entry/field.tsx';
import { FormEnd } from '../entry/form-end.tsx';
import { useEntryForm } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

/** Follow the account by its QR code, message it for a code, type that code here. */
export function WechatDialog({ onClose }: { onClose: () => void }) {
  const { t } = useEntryText();
  const toast = useToast();
  const { wechat_qrcode: picture } = useStatus();
  const [isBroken, setBroken] = useState(false);
  const { form, pending, problem, problemOf } = useEntryForm({
    check: ({ code }) => (code ? undefined : { field: 'code', sentence: t('wechat.code-required') }),
    async send({ code = '' }) {
      const user = await call(signInByWechat, { code });
      onClose();
      toast.success(t('login.done'));
      signIn(user);
    },
  });

  return (
    <Dialog title={t('wechat.title')} onClose={onClose}>
      <div className="sh-wechat">
        {picture && !isBroken ? (
          <img src={picture} alt={t('wechat.picture')} onError={() => setBroken(true)} />
        ) : (
          <p className="sh-problem">{t('wechat.no-picture')}</p>
        )}
        <p>{t('wechat.text')}</p>
      </div>
      <form {...form}>
        <Field
          label={t('wechat.code')}
          name="code"
          autoComplete="one-time-code"
          maxLength={64}
          problem={problemOf('code')}
        />
        <FormEnd problem={problem} pending={pending}>
          {t('login.submit')}
        </FormEnd>
      </form>
    </Dialog>
  );
}
