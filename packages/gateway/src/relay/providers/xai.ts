/** `grok-3-mini-high` is `grok-3-mini` with high effort; these models limit the answer in another field. */
export function grokEffort(
  body: Readonly<Record<string, unknown>>,
  { model }: { model: string },
): [string, unknown][] {
  const parts = /^(grok-3-mini.*?)(?:-(low|medium|high))?$/.exec(model);
  if (!parts) return [];
  return [
    ...(parts[2]
      ? ([
          ['model', parts[1]],
          ['reasoning_effort', parts[2]],
        ] as [string, unknown][])
      : []),
    ...(body.max_tokens === undefined
      ? []
      : ([
          ['max_tokens', undefined],
          ['max_completion_tokens', body.max_tokens],
        ] as [string, unknown][])),
  ];
}
