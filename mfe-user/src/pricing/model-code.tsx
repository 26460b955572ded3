import { useArea, useReadable } from '@tollgate/console-sdk';
import { Link } from '@tollgate/ui/router';
import { CodeTabs } from '@tollgate/ui/snippets';
import { useTranslation } from 'react-i18next';
import { useGatewayAddress } from './pricing.data.ts';

/** A first call of the model in several languages. */
export function ModelCode({ model }: { model: string }) {
  const { t } = useTranslation('area.user');
  const { links, session } = useArea();
  const isVisitor = useReadable(session).user === null;
  const address = useGatewayAddress();
  return (
    <section>
      <h3>{t('pricing.sheet.code')}</h3>
      <CodeTabs call={{ address, key: 'sk-…', model }} />
      <p>
        <Link to={isVisitor ? links.to('shell.login') : links.to('user.tokens')}>
          {t(isVisitor ? 'pricing.sheet.sign-in' : 'pricing.sheet.key')}
        </Link>
      </p>
    </section>
  );
}
