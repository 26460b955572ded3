import { useData } from '@tollgate/api-client';
import { searchUsers } from '@tollgate/contract';
import { Select } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Set by the form. */
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}

const AT_ONCE = 10;

/** One user, found by name, e-mail or id. */
export function UserPicker({ id, value, onChange }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<{ value: number; label: string }>();
  const found = useData(searchUsers, { keyword, p: 1, page_size: AT_ONCE });
  const options = (found.data?.items ?? []).map((user) => ({
    value: user.id,
    label: `${user.username} (#${user.id})`,
  }));
  // The next search may not contain the chosen user.
  const isListed = !chosen || options.some((option) => option.value === chosen.value);
  return (
    <Select
      {...(id && { id })}
      {...(value !== undefined && { value })}
      showSearch
      filterOption={false}
      loading={found.isLoading}
      placeholder={t('areas.pin.user-placeholder')}
      notFoundContent={t('areas.pin.user-none')}
      onSearch={setKeyword}
      onChange={(next: number) => {
        setChosen(options.find((option) => option.value === next));
        onChange?.(next);
      }}
      options={isListed ? options : [chosen, ...options]}
    />
  );
}
