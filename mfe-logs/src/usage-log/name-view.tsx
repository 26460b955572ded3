import { useToast } from '@tollgate/ui/core';
import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

interface NameViewProps {
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name under which a view is kept. */
export function NameView({ onSave, onClose }: NameViewProps) {
  const { t } = useTranslation('area.logs');
  const toast = useToast();
  return (
    <FormDialog<{ name: string }>
      title={t('log.views.save')}
      initial={{ name: '' }}
      submitText={t('common:action.save')}
      onSubmit={async (form) => {
        const name = form.name.trim();
        onSave(name);
        toast.success(t('log.views.saved', { name }));
      }}
      onClose={onClose}
    >
      <Form.Item
        field="name"
        label={t('log.views.name')}
        rules={[{ required: true, match: /\S/, message: t('common:form.required') }]}
      >
        <Input autoComplete="off" maxLength={40} />
      </Form.Item>
    </FormDialog>
  );
}
