import { download } from '@tollgate/api-client';
import { exportTokens, type Token, TokenStatus } from '@tollgate/contract';
import { useIsMobile } from '@tollgate/ui/core';
import { ExportButton, FilterBar, type ListState, type RowSelection } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { CopySelected } from './selected-tokens.tsx';
import { isKey, type TokenFilters } from './use-token-list.ts';

interface Props {
  list: ListState<TokenFilters>;
  selected: RowSelection<Token>;
}

export function TokensFilter({ list, selected }: Props) {
  const { t } = useTranslation('area.user');
  const isMobile = useIsMobile();
  const { keyword, status } = list.filters;
  // A searched key must not be in a URL.
  const given = { ...(keyword && !isKey(keyword) && { keyword }), ...(status && { status }) };
  return (
    <FilterBar<TokenFilters>
      list={list}
      search={{ name: 'keyword', placeholder: t('tokens.filter.search') }}
      fields={[
        {
          name: 'status',
          label: t('tokens.filter.status'),
          options: [
            { value: '', label: t('common:answer.all') },
            ...Object.values(TokenStatus).map((status) => ({
              value: String(status),
              label: t(`tokens.status.${status}`),
            })),
          ],
        },
      ]}
      actions={
        <>
          {!isMobile && <CopySelected read={selected.read} />}
          <ExportButton fetchFile={(format) => download(exportTokens, { format, ...given })} />
        </>
      }
    />
  );
}
