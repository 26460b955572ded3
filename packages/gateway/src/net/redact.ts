const SECRET = '[secret]';

/** Removes keys from a text: known formats anywhere, and the given `secrets`. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    clean = clean.replaceAll(secret, SECRET);
    clean = clean.replaceAll(encodeURIComponent(secret), SECRET);
  }
  for (const [shape, replacement] of shapes) clean = clean.replace(shape, replacement);
  return clean;
}

/** The same for an error, a header list or any tree of values to be logged. Never changes its input. */
export function redactTree(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactTree(item, secrets, depth + 1));

  const own = value instanceof Error ? errorFields(value) : Object.entries(value);
  return Object.fromEntries(
    own.map(([name, item]) => [
      redact(name, secrets),
      secretName.test(name) && item !== null && item !== undefined && typeof item !== 'boolean'
        ? SECRET
        : redactTree(item, secrets, depth + 1),
    ]),
  );
}

function errorFields(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error;
  return [['name', name], ['message', message], ['stack', stack], ['cause', cause], ...Object.entries(error)];
}

const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|x-goog-api-key|mj-api-secret|password|secret|access[-_]?token|key)$/i;

const shapes: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${SECRET}`],
  [
    /((?:authorization|x-api-key|api-key|x-goog-api-key|mj-api-secret)["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b)[^\s"',;}]+/gi,
    `$1${SECRET}`,
  ],
  [/([?&](?:key|api_key|apikey|access_token|token|secret|signature|sign)=)[^&\s"'#]+/gi, `$1${SECRET}`],
  [/\bsk-[A-Za-z0-9_-]{6,}/g, SECRET],
  [/\bAIza[A-Za-z0-9_-]{10,}/g, SECRET],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g, SECRET],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${SECRET}@`],
];
