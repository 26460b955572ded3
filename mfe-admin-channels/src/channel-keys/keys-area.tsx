import { TextArea } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import './channel-keys.css';

interface Props {
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  autoFocus?: boolean;
}

/** Several keys, one a line. */
export function KeysArea(props: Props) {
  const { t } = useTranslation('area.admin-channels');
  return (
    <TextArea
      {...props}
      className="channel-keys"
      rows={5}
      spellCheck={false}
      autoComplete="off"
      placeholder={t('form.key.many-placeholder')}
    />
  );
}
