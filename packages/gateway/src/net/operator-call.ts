/**
 * A call from the command line to a gateway that the operator names. It runs in a separate program that ends
 * with the response. No user, option or upstream can influence its destination.
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
