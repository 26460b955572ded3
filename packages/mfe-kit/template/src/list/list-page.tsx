import { Button, PageHeader } from '@tollgate/ui/core';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateDrawer } from './create-drawer.tsx';
import { ListTable } from './list-table.tsx';

/** The list, and a form that adds to it. Search and page are part of the URL. */
export function ListPage() {
  const { t } = useTranslation('area.example-area');
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.intro')}
        actions={
          <Button type="primary" icon={<IconPlus />} onClick={create}>
            {t('list.create')}
          </Button>
        }
      />
      <ListTable onCreate={create} />
      {isCreating && <CreateDrawer onClose={() => setCreating(false)} />}
    </>
  );
}
