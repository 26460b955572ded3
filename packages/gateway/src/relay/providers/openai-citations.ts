import * as z from 'zod/mini';
import type { Part } from '../../core/chat.ts';

/** Sources in an answer: OpenAI's annotations of a message, and Perplexity's lists next to the choices. */
export class Citations {
  readonly #urls = new Set<string>();

  /** Returns the sources that are new. Perplexity repeats its lists in every piece of a stream. */
  read(answer: unknown): Part[] {
    const listed = z.safeParse(listSchema, answer).data ?? {};
    const [choice] = z.safeParse(choicesSchema, answer).data?.choices ?? [];
    const message = choice?.message ?? choice?.delta;
    return this.add([
      ...(message?.annotations ?? []).flatMap((each) => each.url_citation ?? []),
      ...(listed.search_results ?? []),
      ...(listed.citations ?? []).map((url) => ({ url })),
    ]);
  }

  add(sources: readonly { url: string; title?: string | null | undefined }[]): Part[] {
    return sources.flatMap(({ url, title }): Part[] => {
      if (this.#urls.has(url)) return [];
      this.#urls.add(url);
      return [{ type: 'citation', url, title: title ?? url }];
    });
  }
}

const source = z.object({ url: z.string(), title: z.nullish(z.string()) });
const listSchema = z.object({
  search_results: z.nullish(z.array(source)),
  citations: z.nullish(z.array(z.string())),
});
const message = z.object({
  annotations: z.nullish(z.array(z.object({ url_citation: z.nullish(source) }))),
});
const choicesSchema = z.object({
  choices: z.array(z.object({ message: z.nullish(message), delta: z.nullish(message) })),
});
