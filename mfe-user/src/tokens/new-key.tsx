import type { Token } from '@tollgate/contract';
import { Button, useCopy } from '@tollgate/ui/core';
import { IconCheck, IconCopy } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { fullKey } from './token-key.tsx';

/** The key of a new token in full, with one button to take it along. */
export function NewKey({ token }: { token: Token }) {
  const { t } = useTranslation('area.user');
  const { copied, copy } = useCopy();
  return (
    <div className="tokens-new">
      <span className="tokens-call-label">{t('tokens.new.key')}</span>
      <div className="tokens-new-key">
        <code>{fullKey(token)}</code>
        <Button
          type="primary"
          icon={copied ? <IconCheck /> : <IconCopy />}
          onClick={() => copy(fullKey(token))}
        >
          {t(copied ? 'tokens.new.copied' : 'tokens.new.copy')}
        </Button>
      </div>
    </div>
  );
}
