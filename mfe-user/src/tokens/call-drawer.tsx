import type { Token } from '@tollgate/contract';
import { Alert, CopyText, EmptyState, ErrorState, Skeleton, useIsMobile } from '@tollgate/ui/core';
import { Drawer, Select } from '@tollgate/ui/form';
import { CodeTabs } from '@tollgate/ui/snippets';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { modelToTry } from './model-to-try.ts';
import { NewKey } from './new-key.tsx';
import { TestRequest } from './test-request.tsx';
import { fullKey, maskedKey } from './token-key.tsx';
import { useOwnModels } from './tokens.data.ts';
import { useSite } from './use-site.ts';

interface Props {
  token: Token;
  /** The token was created a moment ago: its key is shown in full. */
  isNew?: boolean;
  onClose: () => void;
}

/** A complete first call with this token, to paste, and one to send from here. */
export function CallDrawer({ token, isNew = false, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const isMobile = useIsMobile();
  return (
    <Drawer
      visible
      width={isMobile ? '100%' : 680}
      title={t(isNew ? 'tokens.new.title' : 'tokens.call.title', { name: token.name })}
      footer={null}
      onCancel={onClose}
    >
      <div className="tokens-call">
        {isNew && <NewKey token={token} />}
        <HowToCall token={token} />
      </div>
    </Drawer>
  );
}

function HowToCall({ token }: { token: Token }) {
  const { t } = useTranslation('area.user');
  const { address } = useSite();
  const own = useOwnModels();
  const [chosen, setChosen] = useState<string>();
  if (own.error && !own.data) return <ErrorState error={own.error} onRetry={own.mutate} />;
  if (!own.data) return <Skeleton animation text={{ rows: 8 }} />;

  const models = callableModels(token, own.data);
  const model = chosen ?? modelToTry(models);
  if (model === undefined) {
    return <EmptyState title={t('tokens.call.no-model')} description={t('tokens.call.no-model-hint')} />;
  }
  return (
    <>
      <div className="tokens-call-head">
        <div>
          <span className="tokens-call-label">{t('tokens.call.model')}</span>
          <Select
            showSearch
            aria-label={t('tokens.call.model')}
            options={models}
            value={model}
            onChange={setChosen}
          />
        </div>
        <div>
          <span className="tokens-call-label">{t('tokens.call.base')}</span>
          <CopyText text={`${address}/v1`} what={t('tokens.call.base')} />
        </div>
      </div>
      <TestRequest key={model} secret={fullKey(token)} model={model} />
      <div>
        <CodeTabs call={{ address, key: maskedKey(token), model }} secret={fullKey(token)} />
        <div className="tg-control-note">{t('tokens.call.key-hidden')}</div>
      </div>
      <Alert type="warning" content={t('tokens.call.secret')} />
    </>
  );
}

/** Returns the account's models that the token may call. */
function callableModels(token: Token, own: readonly string[]): string[] {
  if (!token.model_limits_enabled) return [...own];
  const limits = new Set(token.model_limits.split(','));
  return own.filter((model) => limits.has(model));
}
