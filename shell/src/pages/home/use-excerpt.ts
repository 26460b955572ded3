import { useData } from '@tollgate/api-client';
import { type Output, quotePricing } from '@tollgate/contract';
import { useHasPage } from '../../chrome/use-has-page.ts';

export type Excerpt = Output<typeof quotePricing>;

/** A few models with prices; undefined where the site shows no prices or offers no model. */
export function useExcerpt(): Excerpt | undefined {
  const showsPrices = useHasPage()('/pricing');
  const { data } = useData(quotePricing, showsPrices ? {} : null, { revalidateOnFocus: false });
  return data && data.models.length > 0 ? data : undefined;
}
