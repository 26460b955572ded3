import { Fold } from '@tollgate/ui/data';
import { Form, MapInput } from '@tollgate/ui/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelSettings } from './channel-settings.tsx';
import { useFoldedJsonRule } from './use-channel-rules.ts';

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
        <MapFields onProblem={() => onFold(true)} />
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

function MapFields({ onProblem }: { onProblem: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const jsonRule = useFoldedJsonRule(onProblem);
  const itemOf = (field: string, word: string) => ({
    field,
    label: t(`form.${word}.label`),
    extra: t(`form.${word}.hint`),
    rules: [jsonRule(t('form.json-wrong', { label: t(`form.${word}.label`) }))],
  });
  return (
    <>
      {mapFields.map(({ field, word, kind, examples }) => (
        <Form.Item key={field} {...itemOf(field, word)}>
          <MapInput
            kind={kind}
            heads={[t(`form.${word}.name`), t(`form.${word}.value`)]}
            examples={examples}
          />
        </Form.Item>
      ))}
      <Form.Item {...itemOf('setting', 'setting')}>
        <ChannelSettings />
      </Form.Item>
    </>
  );
}

const mapFields = [
  {
    field: 'model_mapping',
    word: 'model-mapping',
    kind: 'text',
    examples: ['gpt-4o', 'gpt-4o-2024-11-20'],
  },
  { field: 'status_code_mapping', word: 'status-mapping', kind: 'text', examples: ['400', '500'] },
  { field: 'param_override', word: 'override', kind: 'json', examples: ['temperature', '0'] },
] as const;
