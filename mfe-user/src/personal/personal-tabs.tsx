import type { User } from '@tollgate/contract';
import { TabLinks, useSearchParams } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { BindingsPanel } from './bindings-panel.tsx';
import { NotificationForm } from './notification-form.tsx';
import { PriceForm } from './price-form.tsx';
import { SecurityPanel } from './security-panel.tsx';

/** The open tab is part of the URL. */
export function PersonalTabs({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  const [params] = useSearchParams();
  const open = tabs.find((tab) => tab === params.get('tab')) ?? 'bindings';
  const Content = contents[open];
  return (
    <section className="personal-panel" aria-label={t(`personal.tab.${open}`)}>
      <TabLinks
        label={t('personal.title')}
        open={open}
        tabs={tabs.map((id) => ({ id, label: t(`personal.tab.${id}`), search: `?tab=${id}` }))}
      />
      <Content user={user} />
    </section>
  );
}

const contents = {
  bindings: BindingsPanel,
  security: SecurityPanel,
  notifications: NotificationForm,
  prices: PriceForm,
};
const tabs = Object.keys(contents) as (keyof typeof contents)[];
