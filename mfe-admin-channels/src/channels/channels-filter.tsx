import { ChannelStatus } from '@tollgate/contract';
import { FilterBar, FilterText } from '@tollgate/ui/data';
import { Checkbox } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useChannelTypes, useGroupNames } from './channels.data.ts';
import type { ChannelFilters, ChannelList } from './use-channel-list.ts';

export function ChannelsFilter({ list }: { list: ChannelList }) {
  const { t } = useTranslation('area.admin-channels');
  const groups = useGroupNames();
  const types = useChannelTypes();
  const all = { value: '', label: t('common:answer.all') };
  const model = t('channels.filter.model');
  return (
    <div className="channels-filters">
      <FilterBar<ChannelFilters>
        list={list}
        search={{ name: 'keyword', placeholder: t('channels.filter.search') }}
        fields={[
          {
            name: 'model',
            label: model,
            render: (value, onChange) => <FilterText label={model} value={value} onChange={onChange} />,
          },
          {
            name: 'group',
            label: t('channels.filter.group'),
            options: [all, ...(groups.data ?? []).map((name) => ({ value: name, label: name }))],
          },
          {
            name: 'status',
            label: t('channels.filter.status'),
            options: [
              all,
              ...Object.entries(ChannelStatus).map(([word, status]) => ({
                value: String(status),
                label: t(`channels.status.${word}`),
              })),
            ],
          },
          {
            name: 'type',
            label: t('channels.filter.type'),
            options: [all, ...types.list.map(({ code, label }) => ({ value: String(code), label }))],
          },
        ]}
        actions={
          <>
            <Checkbox checked={list.idSort} onChange={list.setIdSort}>
              {t('channels.id-sort')}
            </Checkbox>
            <Checkbox checked={list.byTag} onChange={list.setByTag}>
              {t('tags.by-tag')}
            </Checkbox>
          </>
        }
      />
    </div>
  );
}
