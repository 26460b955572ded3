import { Button } from '@tollgate/ui/core';
import { Select } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useKnownModels, useTypeModels } from './channel-drawer.data.ts';
import { CustomModels } from './custom-models.tsx';
import { FetchModels } from './fetch-models.tsx';

interface Props {
  value?: string[];
  onChange?: (models: string[]) => void;
  id?: string;
  type: number;
  /** The channel that is edited; absent when creating. */
  channelId?: number | undefined;
  /** Name of the type, for the button that fills in its models. */
  typeLabel: string;
}

/** The models of a channel: chosen from the known ones, or typed. */
export function ModelsInput({ value = [], onChange, id, type, channelId, typeLabel }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const knownModels = useKnownModels();
  const ofType = useTypeModels()(type);
  const options = [...new Set([...ofType, ...knownModels.names, ...value])];
  const basic = knownModels.names.filter((name) => /^(gpt-|text-)/.test(name));
  const add = (models: string[]) => onChange?.([...new Set([...value, ...models])]);
  return (
    <>
      <Select
        {...(id && { id })}
        mode="multiple"
        showSearch
        maxTagCount={16}
        dropdownMenuClassName="channel-models"
        loading={knownModels.isLoading}
        placeholder={t('form.models.placeholder')}
        value={value}
        options={options}
        onChange={(models: string[]) => onChange?.(models)}
      />
      <div className="tg-presets channel-models-bar">
        <Button size="mini" disabled={ofType.length === 0} onClick={() => add(ofType)}>
          {t('form.models.fill', { type: typeLabel, value: ofType.length })}
        </Button>
        <Button size="mini" disabled={basic.length === 0} onClick={() => add(basic)}>
          {t('form.models.basic', { value: basic.length })}
        </Button>
        <FetchModels id={channelId} models={value} onFetched={(models) => onChange?.(models)} />
        <Button size="mini" disabled={value.length === 0} onClick={() => onChange?.([])}>
          {t('form.models.clear')}
        </Button>
        <span className="tg-control-note channel-models-count" role="status">
          {t('form.models.count', { count: value.length })}
        </span>
      </div>
      <CustomModels models={value} onAdd={(models) => onChange?.(models)} />
    </>
  );
}
