import { EmptyState } from '@tollgate/ui/core';
import { DataTable } from '@tollgate/ui/data';
import { useSearchParams } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useAreaColumns } from './area-columns.tsx';
import { AreaDrawer } from './area-drawer.tsx';
import { type ListedArea, useAreas } from './areas.data.ts';
import { sortByTrouble } from './health.ts';
import './areas.css';

/** Every area of the console with its rollout and health. The open one is part of the URL. */
export function AreasTab() {
  const { t } = useTranslation('area.admin-settings');
  const [params, setParams] = useSearchParams();
  const areas = useAreas();
  const columns = useAreaColumns();
  const shown = areas.data?.find(({ id }) => id === params.get('area'));
  const open = (id?: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (id) next.set('area', id);
      else next.delete('area');
      return next;
    });

  return (
    <>
      <p className="areas-intro">{t('areas.intro')}</p>
      <DataTable<ListedArea>
        label={t('areas.label')}
        source={{
          ...areas,
          data: areas.data && { items: sortByTrouble(areas.data), total: areas.data.length },
          retry: areas.mutate,
        }}
        rowKey={({ id }) => id}
        columns={columns}
        onOpen={({ id }) => open(id)}
        actions={({ id }) => [
          { key: 'open', label: t('areas.open'), visible: true, onClick: () => open(id) },
        ]}
        empty={<EmptyState title={t('areas.empty.title')} description={t('areas.empty.hint')} />}
      />
      {shown && <AreaDrawer key={shown.id} area={shown} onClose={() => open()} />}
    </>
  );
}
