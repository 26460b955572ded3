import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBindWechat, useSite } from './personal.data.ts';

/** Follow the account by its QR code, message it for a code, type that code here. */
export function WechatDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const bind = useBindWechat();
  const picture = useSite()?.wechat_qrcode;
  const [isBroken, setBroken] = useState(false);
  return (
    <FormDialog<{ code: string }>
      title={t('personal.wechat.title')}
      submitText={t('personal.binding.bind')}
      done={t('personal.wechat.done')}
      initial={{ code: '' }}
      onSubmit={({ code }) => bind({ code: code.trim() })}
      onClose={onClose}
    >
      <div className="personal-wechat">
        {picture && !isBroken ? (
          <img src={picture} alt={t('personal.wechat.picture')} onError={() => setBroken(true)} />
        ) : (
          <p>{t('personal.wechat.no-picture')}</p>
        )}
        <p>{t('personal.wechat.text')}</p>
      </div>
      <Form.Item
        field="code"
        label={t('personal.wechat.code')}
        rules={[{ required: true, match: /\S/, message: t('personal.wechat.code-required') }]}
      >
        <Input autoComplete="one-time-code" />
      </Form.Item>
    </FormDialog>
  );
}
