import type { Drawing } from '@tollgate/contract';
import { Button } from '@tollgate/ui/core';
import { IconImage } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import '../shared/work.css';
import './drawings.css';

/** Opens the picture, once there is one. */
export function PictureButton({ drawing, onOpen }: { drawing: Drawing; onOpen: () => void }) {
  const { t } = useTranslation('area.logs');
  if (!drawing.image_url) return <span className="logs-muted">–</span>;
  return (
    <Button
      className="drawings-open"
      size="mini"
      icon={<IconImage />}
      aria-label={t('drawings.open-image', { id: drawing.mj_id })}
      onClick={onOpen}
    >
      {t('drawings.view')}
    </Button>
  );
}
