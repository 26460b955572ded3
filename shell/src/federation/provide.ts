/** One lazy import per facade: the shell provides each to all areas and loads it on demand. */
export const facades: Record<'core' | 'data' | 'form' | 'router', () => Promise<object>> = {
  core: () => import('@tollgate/ui/core'),
  data: () => import('@tollgate/ui/data'),
  form: () => import('@tollgate/ui/form'),
  router: () => import('@tollgate/ui/router'),
};
