import type { Token } from '@tollgate/contract';
import { Alert, CopyText, EmptyState, ErrorState, Skeleton, useIsMobile } from '@tollgate/ui/core';
import { Drawer, Select } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallSnippets } from './call-snippets-view.tsx';
import { useOwnModels } from './tokens.data.ts';
import { useSite } from './use-site.ts';

/** A complete first call with this token, to paste. */
export function CallDrawer({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const isMobile = useIsMobile();
  return (
    <Drawer
      visible
      width={isMobile ? '100%' : 640}
      title={t('tokens.call.title', { name: token.name })}
      footer={null}
      onCancel={onClose}
    >
      <HowToCall token={token} />
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
  const model = chosen ?? models[0];
  if (model === undefined) {
    return <EmptyState title={t('tokens.call.no-model')} description={t('tokens.call.no-model-hint')} />;
  }
  return (
    <div className="tokens-call">
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
      <CallSnippets token={token} address={address} model={model} />
      <div>
        <span className="tokens-call-label">{t('tokens.call.base')}</span>
        <CopyText text={`${address}/v1`} what={t('tokens.call.base')} />
      </div>
      <Alert type="warning" content={t('tokens.call.secret')} />
    </div>
  );
}

/** Returns the account's models that the token may call. */
function callableModels(token: Token, own: readonly string[]): string[] {
  if (!token.model_limits_enabled) return [...own];
  const limits = new Set(token.model_limits.split(','));
  return own.filter((model) => limits.has(model));
}
