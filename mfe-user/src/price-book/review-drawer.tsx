import type { Output, PriceSource, reviewPrices } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, useIsMobile, useToast } from '@tollgate/ui/core';
import { Drawer } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplyPrices, useReviewPrices } from './price-book.data.ts';
import { ReviewTable } from './review-table.tsx';
import { byOffer, type Ticks } from './review-ticks.ts';
import { SourcesForm } from './sources-form.tsx';

/** Reads prices from sources, shows what they would change, and applies what is ticked. */
export function ReviewDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const isMobile = useIsMobile();
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const review = useReviewPrices();
  const apply = useApplyPrices();
  const [found, setFound] = useState<Output<typeof reviewPrices>>();
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const [failure, setFailure] = useState('');

  async function read(sources: PriceSource[]) {
    setFailure('');
    setTicks(new Map());
    await review.run({ sources }).then(setFound, (error: unknown) => setFailure(errorMessage(error)));
  }

  async function takeTicked() {
    try {
      let applied = 0;
      for (const batch of byOffer(found?.rows ?? [], ticks)) applied += (await apply.run(batch)).applied;
      toast.success(t('price-book.review.applied', { count: applied }));
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <Drawer
      visible
      width={isMobile ? '100%' : 880}
      title={t('price-book.review.title')}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          disabled={ticks.size === 0}
          loading={apply.pending}
          onClick={() => void takeTicked()}
        >
          {t('price-book.review.apply', { count: ticks.size })}
        </Button>
      }
    >
      <SourcesForm isReading={review.pending} onRead={(sources) => void read(sources)} />
      {failure && <Alert type="error" content={failure} />}
      {found && (
        <p role="status">
          {t('price-book.review.found', { count: found.rows.length, models: found.models })}
        </p>
      )}
      {found && found.rows.length > 0 && <ReviewTable rows={found.rows} ticks={ticks} onTick={setTicks} />}
    </Drawer>
  );
}
