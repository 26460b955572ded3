import { ExtensionSlot, useArea } from '@tollgate/console-sdk';
import type { User } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert } from '@tollgate/ui/core';
import { FormDrawer, type FormInstance } from '@tollgate/ui/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UserBindings } from './user-bindings.tsx';
import { UserFields, type UserForm } from './user-fields.tsx';
import { UserLimits } from './user-limits.tsx';
import { useUpdateUser, useUser } from './users.data.ts';

interface Props {
  user: User;
  /** The user comes from the address, which the page reads itself. */
  isAddressed?: boolean;
  onClose: () => void;
}

/**
 * Opens with the list's data, and switches to the server's newer data unless the user has already typed. Sends only
 * changed fields, and the balance together with the shown one: what calls spend meanwhile stays spent.
 */
export function UserEditDrawer({ user, isAddressed = false, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const update = useUpdateUser();
  const { ui } = useArea();
  const title = t('users.edit', { username: user.username });
  useEffect(() => ui.setTitle(title), [ui, title]);
  const [shown, setShown] = useState(user);

  return (
    <FormDrawer<UserForm>
      title={title}
      submitText={t('users.save')}
      done={t('users.saved')}
      initial={toForm(user)}
      onSubmit={(form) => update(shown, changesOf(shown, form))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Freshen id={user.id} follows={isAddressed} form={form} onFresh={setShown} />
          <UserFields user={shown} />
          <UserBindings user={shown} />
          <UserLimits id={user.id} />
          <ExtensionSlot point="user.drawer/v1" of={{ userId: user.id, username: user.username }} />
        </>
      )}
    </FormDrawer>
  );
}

function Freshen({
  id,
  follows,
  form,
  onFresh,
}: {
  id: number;
  follows: boolean;
  form: FormInstance<UserForm>;
  onFresh: (user: User) => void;
}) {
  const { data, error, isValidating } = useUser(id, { follows });
  const errorMessage = useErrorMessage();
  const wasRead = useRef(false);
  useEffect(() => {
    if (isValidating) wasRead.current = true;
    // Until then the data is what an earlier visit left in the cache: it may be older than the list.
    if (!data || isValidating || !wasRead.current || form.getTouchedFields().length > 0) return;
    form.setFieldsValue(toForm(data));
    onFresh(data);
  }, [data, isValidating, form, onFresh]);
  return error ? <Alert type="warning" className="users-note" content={errorMessage(error)} /> : null;
}

function toForm({ username, display_name, group, quota }: User): UserForm {
  return { username, display_name, password: '', group, quota };
}

/** Returns what differs from the shown user. A blank password keeps the old one. */
function changesOf(shown: User, { quota, username, display_name, group, password }: UserForm) {
  const [name, displayed] = [username.trim(), display_name.trim()];
  return {
    ...(name !== shown.username && { username: name }),
    ...(displayed !== shown.display_name && { display_name: displayed }),
    ...(group !== shown.group && { group }),
    ...(password && { password }),
    ...(quota !== shown.quota && { quota, quota_before: shown.quota }),
  };
}
