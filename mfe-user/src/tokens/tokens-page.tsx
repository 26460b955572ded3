import type { Token } from '@tollgate/contract';
import { Button, lazyOverlay, PageHeader } from '@tollgate/ui/core';
import { useRowSelection } from '@tollgate/ui/data';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_AT_ONCE, useTokens } from './tokens.data.ts';
import { TokensFilter } from './tokens-filter.tsx';
import { TokensTable } from './tokens-table.tsx';
import { useAddressedToken } from './use-addressed-token.ts';
import { toQuery, useTokenList } from './use-token-list.ts';
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
  const tokens = useTokens(toQuery(list));
  const selected = useRowSelection(tokens.data?.items, MOST_AT_ONCE);
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
      <TokensFilter list={list} selected={selected} />
      <TokensTable
        list={list}
        tokens={tokens}
        selected={selected}
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

// What opens with a click comes with it: the list is there sooner.
const CallDrawer = lazyOverlay(async () => (await import('./call-drawer.tsx')).CallDrawer);
const TokenDrawer = lazyOverlay(async () => (await import('./token-drawer.tsx')).TokenDrawer);
