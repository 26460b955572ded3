import type { Redemption } from '@tollgate/contract';
import { Button, lazyOverlay, PageHeader } from '@tollgate/ui/core';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeCodes } from './codes-dialog.tsx';
import { RedemptionsTable } from './redemptions-table.tsx';
import './redemptions.css';

/** Codes that add quota for the redeeming user. Search, status and page are part of the URL. */
export function RedemptionsPage() {
  const { t } = useTranslation('area.user');
  const [edited, setEdited] = useState<Redemption | 'new'>();
  const [shown, setShown] = useState<MadeCodes>();
  const add = () => setEdited('new');

  return (
    <>
      <PageHeader
        title={t('redemptions.title')}
        description={t('redemptions.intro')}
        actions={
          <Button type="primary" icon={<IconPlus />} onClick={add}>
            {t('redemptions.create')}
          </Button>
        }
      />
      <RedemptionsTable
        onEdit={setEdited}
        onCreate={add}
        onView={({ name, key }) => setShown({ name, codes: [key], isNew: false })}
      />
      {edited && (
        <RedemptionDrawer
          redemption={edited === 'new' ? undefined : edited}
          onMade={setShown}
          onClose={() => setEdited(undefined)}
        />
      )}
      {shown && <CodesDialog {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

// What opens with a click comes with it: the list is there sooner.
const CodesDialog = lazyOverlay(async () => (await import('./codes-dialog.tsx')).CodesDialog);
const RedemptionDrawer = lazyOverlay(async () => (await import('./redemption-drawer.tsx')).RedemptionDrawer);
