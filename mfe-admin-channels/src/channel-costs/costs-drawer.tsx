import type { Channel, ChannelCost } from '@tollgate/contract';
import { ErrorState, Skeleton } from '@tollgate/ui/core';
import { Drawer, FormDrawer } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useChannelCosts, useSaveCosts } from './channel-costs.data.ts';
import { type CostRule, toCost, toRule } from './cost-rules.ts';
import { CostRules } from './cost-rules-input.tsx';
import './channel-costs.css';

export interface Props {
  channel: Pick<Channel, 'id' | 'name'>;
  onClose: () => void;
}

/** What the calls of a channel cost the operator. */
export function CostsDrawer({ channel: { id, name }, onClose }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const { data: costs, error, mutate } = useChannelCosts(id);
  const title = t('costs.title', { name });
  if (costs) return <CostsForm id={id} title={title} costs={costs} onClose={onClose} />;
  return (
    <Drawer visible width={520} title={title} footer={null} onCancel={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton animation text={{ rows: 4 }} />
      )}
    </Drawer>
  );
}

interface FormProps extends Pick<Props, 'onClose'> {
  id: number;
  title: string;
  costs: readonly ChannelCost[];
}

function CostsForm({ id, title, costs, onClose }: FormProps) {
  const { t } = useTranslation('area.admin-channels');
  const save = useSaveCosts();
  return (
    <FormDrawer<{ rules: CostRule[] }>
      title={title}
      initial={{ rules: costs.map(toRule) }}
      submitText={t('costs.save')}
      done={t('costs.saved')}
      onSubmit={({ rules }) => save({ id, costs: rules.flatMap((rule) => toCost(rule) ?? []) })}
      onClose={onClose}
    >
      <p className="channel-costs-intro">{t('costs.intro')}</p>
      <CostRules />
    </FormDrawer>
  );
}
