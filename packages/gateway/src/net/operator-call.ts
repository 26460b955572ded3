/**
 * A call from the command line to a gateway that the operator names. It runs in a program of its own that ends with the
 * answer; nothing that a user, an option or an upstream wrote can lead it anywhere.
 * @throws {Error} when nothing answers
 */
export async function operatorCall(
  url: URL,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  try {
    return { status: answer.status, json: JSON.parse(text) };
  } catch {
    return { status: answer.status, json: undefined };
  }
}
