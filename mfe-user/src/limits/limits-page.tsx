import { type LimitRule, limitScopes } from '@tollgate/contract';
import { Button, EmptyState, lazyOverlay, PageHeader } from '@tollgate/ui/core';
import { DataTable, FilterBar, useLastPage, useListState } from '@tollgate/ui/data';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseLimits } from './close-limits.tsx';
import { useLimitColumns } from './limit-columns.tsx';
import { presetOf } from './limit-form.ts';
import { useLimits } from './limits.data.ts';
import { SiteLimitNote } from './site-limit-note.tsx';
import { useLimitActions } from './use-limit-actions.tsx';
import { useLimitText } from './use-limit-text.ts';
import './limits.css';

/** All limit rules. Scope and page are part of the URL. */
export function LimitsPage() {
  const { t } = useTranslation('area.user');
  const text = useLimitText();
  const [edited, setEdited] = useState<LimitRule | 'new'>();
  const [viewed, setViewed] = useState<LimitRule>();
  const list = useListState({ filters: { scope: '', scope_id: '' } });
  const { page: p, pageSize: page_size, filters } = list;
  const rules = useLimits({ p, page_size, ...filters });
  useLastPage(list, rules.data?.total);
  const create = (
    <Button type="primary" icon={<IconPlus />} onClick={() => setEdited('new')}>
      {t('limits.create')}
    </Button>
  );
  // Links of drawers lead to one user, token or channel, which may have none.
  const isOfOne = filters.scope !== '' && filters.scope_id !== '';
  const none = isOfOne ? 'limits.empty.of-one' : 'limits.empty';
  const scopes = limitScopes.map((value) => ({ value, label: t(`limits.scope.${value}`) }));

  return (
    <>
      <PageHeader title={t('limits.title')} description={t('limits.intro')} actions={create} />
      <SiteLimitNote />
      <CloseLimits />
      <FilterBar
        list={list}
        search={{ name: 'scope_id', placeholder: t('limits.filter.target') }}
        fields={[
          {
            name: 'scope',
            label: t('limits.field.scope'),
            options: [{ value: '', label: t('common:answer.all') }, ...scopes],
          },
        ]}
      />
      <DataTable<LimitRule>
        label={t('limits.title')}
        storageKey="limits"
        source={{ ...rules, data: rules.data, retry: rules.mutate }}
        list={isOfOne ? { ...list, isFiltered: false } : list}
        rowKey={({ id }) => id}
        rowName={(rule) => rule.name || text.sentence(rule)}
        columns={useLimitColumns()}
        actions={useLimitActions({ onEdit: setEdited, onView: setViewed })}
        empty={<EmptyState title={t(`${none}.title`)} description={t(`${none}.hint`)} action={create} />}
      />
      {edited && (
        <LimitDrawer
          rule={edited === 'new' ? undefined : edited}
          preset={presetOf(filters)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {viewed && <WindowsDrawer rule={viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
}

// What opens with a click comes with it: the list is there sooner.
const LimitDrawer = lazyOverlay(async () => (await import('./limit-drawer.tsx')).LimitDrawer);
const WindowsDrawer = lazyOverlay(async () => (await import('./windows-drawer.tsx')).WindowsDrawer);
