import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { type ListedBuild, useDecisions } from './areas.data.ts';

interface Props {
  areaId: string;
  build: ListedBuild;
  onClose: () => void;
}

/** Says what a release is about. */
export function NoteDialog({ areaId, build, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { setNote } = useDecisions();
  return (
    <FormDialog<{ note: string }>
      title={t('areas.note.title', { build: build.build_id })}
      submitText={t('common:action.save')}
      done={t('areas.note.done')}
      initial={{ note: build.note }}
      onSubmit={({ note = '' }) => setNote({ id: areaId, build_id: build.build_id, note: note.trim() })}
      onClose={onClose}
    >
      <Form.Item field="note" label={t('areas.note.label')} extra={t('areas.note.hint')}>
        <Input.TextArea autoFocus maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  );
}
