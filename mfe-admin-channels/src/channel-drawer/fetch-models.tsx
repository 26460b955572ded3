import { useErrorMessage } from '@tollgate/i18n';
import { Button, useToast } from '@tollgate/ui/core';
import { Form } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelForm } from './channel-draft.ts';
import { useFetchModels } from './channel-drawer.data.ts';
import { useAddressCheck } from './use-address-check.ts';

interface Props {
  /** The channel that is edited; absent when creating. */
  id: number | undefined;
  models: readonly string[];
  onFetched: (models: string[]) => void;
}

/** Adds the models that the provider lists. */
export function FetchModels({ id, models, onFetched }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const { form } = Form.useFormContext();
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const { fetch, pending } = useFetchModels(id);
  const checkAddress = useAddressCheck('', 'fetch');
  const [problem, setProblem] = useState<string>();

  async function run() {
    const draft = form.getFieldsValue() as Partial<ChannelForm>;
    setProblem(undefined);
    if (id === undefined && !draft.key?.trim()) return setProblem(t('form.models.key-first'));
    try {
      // A stored channel is called at its stored address.
      if (id === undefined) await checkAddress(draft.base_url ?? '');
    } catch (error) {
      return setProblem(errorMessage(error));
    }
    try {
      const found = await fetch({ ...draft, type: draft.type ?? 1 });
      const all = [...new Set([...models, ...found])];
      onFetched(all);
      return toast.success(t('form.models.fetched', { count: all.length - models.length }));
    } catch (error) {
      return setProblem(`${t('form.models.fetch-failed')}: ${errorMessage(error)}`);
    }
  }

  return (
    <>
      <Button size="mini" loading={pending} onClick={() => void run()}>
        {t('form.models.fetch')}
      </Button>
      {problem && (
        <div className="channel-repeated" role="alert">
          {problem}
        </div>
      )}
    </>
  );
}
