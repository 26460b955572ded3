import { useArea } from '@tollgate/console-sdk';
import { Button, ErrorState, Skeleton, useCopy } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from './panel.tsx';
import { useOwnModels } from './personal.data.ts';

const SHOWN = 10;
const OPEN = 'models-open';

/** The models of the user. A click copies a name; whether the long list is expanded is stored in this browser. */
export function ModelsPanel() {
  const { t } = useTranslation('area.user');
  const { data: models, error, mutate } = useOwnModels();
  return (
    <Panel
      title={t('personal.models.title')}
      hint={models ? t('personal.models.hint', { count: models.length }) : t('personal.models.loading')}
    >
      {error && !models && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!models && !error && <Skeleton animation text={{ rows: 2 }} />}
      {models && <Names models={models} />}
    </Panel>
  );
}

function Names({ models }: { models: string[] }) {
  const { t } = useTranslation('area.user');
  const { storage } = useArea();
  const { copy } = useCopy();
  const [isOpen, setOpen] = useState(() => storage.get(OPEN) === 'true');
  const rest = models.length - SHOWN;

  function toggle() {
    storage.set(OPEN, String(!isOpen));
    setOpen(!isOpen);
  }

  return (
    <>
      <ul className="personal-models">
        {(isOpen ? models : models.slice(0, SHOWN)).map((model) => (
          <li key={model}>
            <button
              type="button"
              className="tg-mono"
              title={t('common:copy.copy', { what: model })}
              onClick={() => void copy(model)}
            >
              {model}
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button type="text" size="small" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? t('personal.models.fold') : t('personal.models.unfold', { count: rest })}
        </Button>
      )}
    </>
  );
}
