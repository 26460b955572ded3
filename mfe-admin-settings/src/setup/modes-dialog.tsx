import { Button } from '@tollgate/ui/core';
import { Modal } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { usageModes } from './setup-draft.ts';

/** What each usage mode changes, and that it can be changed later. */
export function ModesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['area.admin-settings', 'common']);
  return (
    <Modal
      visible
      className="setup-dialog"
      title={t('setup.mode.explain')}
      closable={false}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:action.close')}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, with keys too */}
      <section className="setup-dialog-body" aria-label={t('setup.mode.explain')} tabIndex={0}>
        {usageModes.map((mode) => (
          <section key={mode}>
            <h3>{t(`setup.mode.${mode}.name`)}</h3>
            <dl>
              {aspects.map((aspect) => (
                <div key={aspect}>
                  <dt>{t(`setup.mode.aspect.${aspect}`)}</dt>
                  <dd>{t(`setup.mode.${mode}.${aspect}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p>{t('setup.mode.later')}</p>
      </section>
    </Modal>
  );
}

const aspects = ['registration', 'prices', 'changes'] as const;
