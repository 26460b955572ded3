import { useArea } from '@tollgate/console-sdk';
import { lazyOverlay } from '@tollgate/ui/core';
import { ActionsButton } from '@tollgate/ui/data';
import { IconDelete, IconPlus, IconStar } from '@tollgate/ui/icons';
import { useSearchParams } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readViews, type SavedView, viewOf, writeViews } from './stored-views.ts';

/** Filters with names, kept on this device. A view is its address, so it is shared by copying that. */
export function SavedViews() {
  const { t } = useTranslation('area.logs');
  const { storage } = useArea();
  const [params, setParams] = useSearchParams();
  const [views, setViews] = useState(() => readViews(storage));
  const [isNaming, setNaming] = useState(false);
  const current = viewOf(params);
  const shown = views.find(({ search }) => search === current);

  function keep(next: readonly SavedView[]) {
    writeViews(storage, next);
    setViews(next);
  }

  return (
    <>
      <ActionsButton
        label={shown?.name ?? t('log.views.label')}
        icon={<IconStar />}
        actions={[
          ...views.map(({ name, search }) => ({
            key: `view ${name}`,
            label: name,
            icon: <IconStar />,
            onClick: () => setParams(new URLSearchParams(search)),
          })),
          {
            key: 'save',
            label: t('log.views.save'),
            icon: <IconPlus />,
            disabled: current === '' || shown !== undefined,
            onClick: () => setNaming(true),
          },
          ...(shown
            ? [
                {
                  key: 'delete',
                  label: t('log.views.delete', { name: shown.name }),
                  icon: <IconDelete />,
                  danger: true,
                  onClick: () => keep(views.filter((view) => view !== shown)),
                },
              ]
            : []),
        ]}
      />
      {isNaming && (
        <NameView
          onSave={(name) => keep(withView(views, { name, search: current }))}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

/** A view with the name of another one replaces it. */
function withView(views: readonly SavedView[], added: SavedView): SavedView[] {
  return [...views.filter(({ name }) => name !== added.name), added];
}

const NameView = lazyOverlay(async () => (await import('./name-view.tsx')).NameView);
