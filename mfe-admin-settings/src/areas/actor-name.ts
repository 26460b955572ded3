import { useTranslation } from 'react-i18next';
import { useDeployTokens } from './area-rights.data.ts';

/** How the gateway records a deploy token: older entries have its id alone, and long names are cut. */
const DEPLOY_TOKEN = /^deploy token (\d+)(?: \((.*?)\)?)?$/;

/** Returns how the page shows who acted: a user by their name, a deploy token by the name that it was given. */
export function useActorName(): (actor: { id: number; name: string }) => string {
  const { t } = useTranslation('area.admin-settings');
  const tokens = useDeployTokens();
  return ({ id, name }) => {
    const [, token, recorded] = (id === 0 && DEPLOY_TOKEN.exec(name)) || [];
    if (token === undefined) return name;
    const current = tokens?.find((one) => one.id === Number(token))?.name;
    return t('areas.rights.token-name', { name: recorded ?? current ?? token });
  };
}
