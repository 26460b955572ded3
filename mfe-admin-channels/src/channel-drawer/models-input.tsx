import { Button } from '@tollgate/ui/core';
import { Select } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useKnownModels, useTypeModels } from './channel-drawer.data.ts';
import { CustomModels } from './custom-models.tsx';

interface Props {
  value?: string[];
  onChange?: (models: string[]) => void;
  id?: string;
  type: number;
  /** Name of the type, for the button that fills in its models. */
  typeLabel: string;
}

/** The models of a channel: chosen from those that are known, or typed. */
export function ModelsInput({ value = [], onChange, id, type, typeLabel }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const known = useKnownModels();
  const ofType = useTypeModels()(type);
  const options = [...new Set([...ofType, ...known.names, ...value])];
  return (
    <>
      <Select
        {...(id && { id })}
        mode="multiple"
        showSearch
        maxTagCount={16}
        dropdownMenuClassName="channel-models"
        loading={known.isLoading}
        placeholder={t('form.models.placeholder')}
        value={value}
        options={options}
        onChange={(models: string[]) => onChange?.(models)}
      />
      <div className="tg-presets channel-models-bar">
        <Button
          size="mini"
          disabled={ofType.length === 0}
          onClick={() => onChange?.([...new Set([...value, ...ofType])])}
        >
          {t('form.models.fill', { type: typeLabel, value: ofType.length })}
        </Button>
        <Button size="mini" disabled={value.length === 0} onClick={() => onChange?.([])}>
          {t('form.models.clear')}
        </Button>
        <span className="tg-control-note" role="status">
          {t('form.models.count', { count: value.length })}
        </span>
      </div>
      <CustomModels models={value} onAdd={(models) => onChange?.(models)} />
    </>
  );
}
