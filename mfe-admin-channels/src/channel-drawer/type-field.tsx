import { Form, type FormInstance, Select } from '@tollgate/ui/form';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelTypes } from '../channels/channels.data.ts';
import type { ChannelForm } from './channel-draft.ts';
import { useTypeModels } from './channel-drawer.data.ts';
import { isUntouched } from './model-names.ts';

interface Props {
  form: FormInstance<ChannelForm>;
  /** The current type. */
  type: number;
}

/** The provider. A changed type fills in its models, unless the user has chosen models. */
export function TypeField({ form, type }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const types = useChannelTypes();
  const modelsOf = useTypeModels();
  const offered = types.list.toSorted((a, b) => Number(b.available) - Number(a.available));

  function prefill(next: number) {
    const models = (form.getFieldValue('models') ?? []) as string[];
    if (isUntouched(models, modelsOf(type))) form.setFieldValue('models', modelsOf(next));
  }

  /** Arco passes the rendered option; a search for "4" must not find type 14. */
  function labelOf(option: ReactElement): string {
    return types.byCode.get((option as ReactElement<{ value: number }>).props.value)?.label ?? '';
  }

  return (
    <Form.Item field="type" label={t('form.type.label')} extra={t('form.type.hint')}>
      <Select
        showSearch
        loading={types.isLoading}
        onChange={prefill}
        filterOption={(input, option) => labelOf(option).toLowerCase().includes(input.toLowerCase())}
        options={offered.map(({ code, label, available }) => ({
          value: code,
          label: available ? label : t('form.type.unavailable', { label }),
          disabled: !available,
        }))}
      />
    </Form.Item>
  );
}
