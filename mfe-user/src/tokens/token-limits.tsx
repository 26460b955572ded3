import { useArea } from '@tollgate/console-sdk';
import type { OwnLimit } from '@tollgate/contract';
import { UseBar } from '@tollgate/ui/core';
import { LimitReset, LimitSection, useLimitWords } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useTokenLimits } from './tokens.data.ts';

/** The limit of a token with the smallest part left. */
export function ScarcestLimit({ limits = [] }: { limits: readonly OwnLimit[] | undefined }) {
  const { t } = useTranslation('area.user');
  const words = useLimitWords();
  const [scarcest] = limits.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (!scarcest) return <span className="tg-muted">–</span>;
  const { spent, held, amount } = scarcest;
  return (
    <div className="tokens-limit">
      <UseBar label={words.rule(scarcest)} {...scarcest} />
      <span>
        {t('tokens.limit-left', {
          left: words.number(scarcest, Math.max(0, amount - spent - held)),
          amount: words.amount(scarcest, amount),
        })}
      </span>
      <LimitReset item={scarcest} />
    </div>
  );
}

/** All limits of a token, in its drawer; without any, only for those who set them. */
export function TokenLimits({ id }: { id: number }) {
  const { t } = useTranslation('area.user');
  const { can, links } = useArea();
  const isAdmin = can('admin');
  const limits = useTokenLimits().get(id) ?? [];
  if (limits.length === 0 && !isAdmin) return null;
  return (
    <LimitSection
      items={limits.map((limit) => ({ ...limit, key: String(limit.id) }))}
      link={
        isAdmin && (
          <Link to={links.to('user.limits', { scope: 'token', scope_id: id })}>{t('users.limits.set')}</Link>
        )
      }
    />
  );
}

function shareOf({ spent, held, amount }: OwnLimit): number {
  return amount === 0 ? 1 : (spent + held) / amount;
}
