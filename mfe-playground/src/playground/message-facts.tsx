import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { type ReplyFacts, speedOf } from './reply-facts.ts';

/** Tokens, cost and speed under a reply. The line is there from the beginning, so that nothing moves at the end. */
export function MessageFacts({ facts }: { facts: ReplyFacts | undefined }) {
  const { t } = useTranslation('area.playground');
  const format = useFormat();
  const speed = facts && speedOf(facts);
  const charge = facts?.charge;
  return (
    <p className="playground-facts">
      {charge && (
        <>
          <span>
            {t('facts.tokens', {
              input: format.count(charge.inputTokens),
              output: format.count(charge.outputTokens),
            })}
          </span>
          <span>{format.quota(charge.quota, 6)}</span>
        </>
      )}
      {facts?.firstMs !== undefined && (
        <span>{t('facts.first', { time: format.duration(facts.firstMs) })}</span>
      )}
      {facts && <span>{t('facts.total', { time: format.duration(facts.totalMs) })}</span>}
      {speed !== undefined && (
        <span>
          {t('facts.speed', { speed: format.number(speed, { maximumFractionDigits: speed < 10 ? 1 : 0 }) })}
        </span>
      )}
    </p>
  );
}
