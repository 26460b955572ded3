import { call } from '@tollgate/api-client';
import { grantOverride } from '@tollgate/contract';
import { findAreaRoute } from '@tollgate/federation';
import { Form, FormDialog, Input, InputNumber, Select, useNumberRule } from '@tollgate/ui/form';
import { useLocation } from '@tollgate/ui/router';
import { useRegistry } from '../../areas/areas-context.ts';
import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };
import './override.css';

interface Draft {
  id: string;
  origin: string;
  minutes: number;
}

/** Chooses which area comes from which development server, and for how long. */
export function OverrideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLazyTexts('override', { en, zh });
  const { areas } = useRegistry();
  const { pathname } = useLocation();
  const here = findAreaRoute(areas, pathname)?.area ?? areas[0];
  const required = [{ required: true }];
  const minutesRule = useNumberRule({ min: 1, max: MAX_MINUTES });

  async function grant({ id, origin, minutes }: Draft) {
    await call(grantOverride, { id, origin: origin.trim().replace(/\/$/, ''), minutes });
    location.reload(); // the CSP of a page cannot change after it was loaded
  }

  return (
    <FormDialog<Draft>
      title={t('title')}
      submitText={t('start')}
      initial={{ id: here?.id ?? '', origin: 'http://127.0.0.1:3104', minutes: 60 }}
      onSubmit={grant}
      onClose={onClose}
    >
      <p className="sh-override-text">{t('text')}</p>
      <Form.Item field="id" label={t('area')} rules={required}>
        <Select options={areas.map(({ id }) => ({ value: id, label: id }))} />
      </Form.Item>
      <Form.Item field="origin" label={t('origin')} extra={t('origin-hint')} rules={required}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item field="minutes" label={t('minutes')} rules={[...required, minutesRule]}>
        <InputNumber min={1} max={MAX_MINUTES} />
      </Form.Item>
    </FormDialog>
  );
}

const MAX_MINUTES = 480;
