import { Fold } from '@tollgate/ui/data';
import { Form, Input, InputNumber, JsonEditor, Switch } from '@tollgate/ui/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelRules, useFoldedJsonRule } from './use-channel-rules.ts';

interface Props {
  unfolded: boolean;
  onFold: (unfolded: boolean) => void;
}

/** Fields that most channels leave unchanged. Collapsed but mounted: their values are always sent. */
export function AdvancedFields({ unfolded, onFold }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const box = useFocusInSight(unfolded);
  return (
    <div ref={box}>
      <Fold header={t('form.advanced')} isOpen={unfolded} onToggle={onFold}>
        <Routing />
        <JsonFields onProblem={() => onFold(true)} />
      </Fold>
    </div>
  );
}

/** An invalid field gets the focus while its part still expands, and would be out of sight afterwards. */
function useFocusInSight(unfolded: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!unfolded) return;
    const timer = setTimeout(() => {
      const focused = box.current?.querySelector('[data-part="fold-content"] :focus');
      focused?.scrollIntoView({ block: 'center' });
    }, UNFOLDING_MS);
    return () => clearTimeout(timer);
  }, [unfolded]);
  return box;
}

/** A little longer than the animation of the collapse. */
const UNFOLDING_MS = 250;

function Routing() {
  const { t } = useTranslation('area.admin-channels');
  const rules = useChannelRules(true);
  return (
    <>
      <div className="channel-numbers">
        <Form.Item
          field="priority"
          label={t('form.priority.label')}
          extra={t('form.priority.hint')}
          rules={rules.priority}
        >
          <InputNumber />
        </Form.Item>
        <Form.Item
          field="weight"
          label={t('form.weight.label')}
          extra={t('form.weight.hint')}
          rules={rules.weight}
        >
          <InputNumber min={0} />
        </Form.Item>
      </div>
      <Form.Item field="tag" label={t('form.tag.label')} extra={t('form.tag.hint')}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        field="auto_ban"
        label={t('form.auto-ban.label')}
        extra={t('form.auto-ban.hint')}
        triggerPropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item field="test_model" label={t('form.test-model.label')} extra={t('form.test-model.hint')}>
        <Input autoComplete="off" spellCheck={false} maxLength={255} />
      </Form.Item>
    </>
  );
}

function JsonFields({ onProblem }: { onProblem: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const jsonRule = useFoldedJsonRule(onProblem);
  return jsonFields.map(({ field, word, example }) => (
    <Form.Item
      key={field}
      field={field}
      label={t(`form.${word}.label`)}
      extra={t(`form.${word}.hint`)}
      rules={[jsonRule(t('form.json-wrong', { label: t(`form.${word}.label`) }))]}
    >
      <JsonEditor rows={3} placeholder={example} />
    </Form.Item>
  ));
}

const jsonFields = [
  { field: 'model_mapping', word: 'model-mapping', example: '{"gpt-4o": "gpt-4o-2024-11-20"}' },
  { field: 'status_code_mapping', word: 'status-mapping', example: '{"400": "500"}' },
  { field: 'param_override', word: 'override', example: '{"temperature": 0}' },
  { field: 'setting', word: 'setting', example: '{"force_format": true}' },
] as const;
