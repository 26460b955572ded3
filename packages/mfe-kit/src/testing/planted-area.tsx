import { defineArea } from '@tollgate/console-sdk';
import type { AreaSource } from '@tollgate/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractSubject } from './subject.ts';

const texts = { log: { title: 'Usage log' } };
const textsZh = { log: { title: '使用日志' } };
const source: AreaSource = {
  owners: { team: 'Tests', contact: 'README.md' },
  routes: [{ path: '/log', access: 'user', title: 'log.title' }],
  nav: [
    { id: 'log', to: '/log', label: 'log.title', icon: 'list', section: 'console', order: 1, access: 'user' },
  ],
};

/** An area with one page, for tests of the contract. Its texts on disk are those of a real area. */
export function planted(page: ReactNode): ContractSubject {
  const area = defineArea({
    routes: [{ path: '/log', element: page }],
    texts: { zh: async () => ({ default: textsZh }), en: async () => ({ default: texts }) },
  });
  return { id: 'logs', area, source };
}

export function Title() {
  const { t } = useTranslation('area.logs');
  return <h1>{t('log.title')}</h1>;
}
