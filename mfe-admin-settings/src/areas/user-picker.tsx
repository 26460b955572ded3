import { useData } from '@tollgate/api-client';
import { searchUsers } from '@tollgate/contract';
import { Select } from '@tollgate/ui/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Set by the form. */
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}

const AT_ONCE = 10;
/** How long a person who stops typing waits for the search. */
const PAUSE_MS = 300;

/** One user, found by name, e-mail or id. */
export function UserPicker({ id, value, onChange }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const [typed, setTyped] = useState('');
  const keyword = useAfterPause(typed);
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
      onSearch={setTyped}
      onChange={(next: number) => {
        setChosen(options.find((option) => option.value === next));
        onChange?.(next);
      }}
      options={isListed ? options : [chosen, ...options]}
    />
  );
}

/** The text after a pause in typing. An emptied field does not wait. */
function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text ? PAUSE_MS : 0, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
