import type { Token } from '@tollgate/contract';
import { Button, PageHeader } from '@tollgate/ui/core';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallDrawer } from './call-drawer.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import { TokensFilter } from './tokens-filter.tsx';
import { TokensTable } from './tokens-table.tsx';
import { useAddressedToken } from './use-addressed-token.ts';
import { useTokenList } from './use-token-list.ts';
import { useSelectedTokens } from './use-token-selection.ts';
import './tokens.css';

interface Called {
  token: Token;
  isNew?: boolean;
}

/** The API keys of the user's programs. Search, status and page are part of the URL. */
export function TokensPage() {
  const { t } = useTranslation('area.user');
  const list = useTokenList();
  const [edited, setEdited] = useAddressedToken();
  const selected = useSelectedTokens();
  const [called, setCalled] = useState<Called>();

  return (
    <>
      <PageHeader
        title={t('tokens.title')}
        description={t('tokens.intro')}
        actions={
          <Button type="primary" icon={<IconPlus />} onClick={() => setEdited('new')}>
            {t('tokens.create')}
          </Button>
        }
      />
      <TokensFilter list={list} selected={selected[0]} />
      <TokensTable
        selected={selected}
        list={list}
        onEdit={setEdited}
        onCreate={() => setEdited('new')}
        onCall={(token) => setCalled({ token })}
      />
      {called && <CallDrawer {...called} onClose={() => setCalled(undefined)} />}
      {edited && (
        <TokenDrawer
          token={edited === 'new' ? undefined : edited}
          onCreated={(token) => setCalled({ token, isNew: true })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
