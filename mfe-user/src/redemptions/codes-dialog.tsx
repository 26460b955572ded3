import { Button, saveText, useCopy } from '@tollgate/ui/core';
import { Dialog, TextArea } from '@tollgate/ui/form';
import { IconCopy, IconDownload } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { fileName } from './redemption-form.ts';

export interface MadeCodes {
  name: string;
  codes: string[];
  /** True for new codes; false when codes are viewed again. */
  isNew: boolean;
}

/** The full codes, to copy or to save as a text file with one code a line. */
export function CodesDialog({ name, codes, isNew, onClose }: MadeCodes & { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy();
  const text = codes.join('\n');
  return (
    <Dialog
      width={520}
      title={isNew ? t('redemptions.codes.made', { count: codes.length, name }) : name}
      onClose={onClose}
      footer={
        <>
          <Button icon={<IconCopy />} onClick={() => void copy(text)}>
            {t('redemptions.codes.copy', { count: codes.length })}
          </Button>
          <Button type="primary" icon={<IconDownload />} onClick={() => saveText(fileName(name), text)}>
            {t('redemptions.codes.download')}
          </Button>
        </>
      }
    >
      <p className="redemptions-offer">{t(isNew ? 'redemptions.codes.offer' : 'redemptions.codes.hint')}</p>
      <TextArea
        readOnly
        className="redemptions-list"
        rows={Math.min(codes.length, MAX_ROWS)}
        value={text}
        aria-label={t('redemptions.title')}
      />
    </Dialog>
  );
}

const MAX_ROWS = 12;
