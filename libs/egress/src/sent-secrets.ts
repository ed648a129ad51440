/** Shorter values cannot be told from ordinary words. */
const SECRET_CHARS_MIN = 6;
const REPLACEMENT = '[redacted]';
/** Headers that everyone may know. */
const open = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'host',
  'pragma',
  'range',
  'user-agent',
]);
/** Names of query parameters that are keys. */
const secretParameter = /key|token|secret|pass|auth|sig|credential|code/i;

/**
 * Secrets of a request, which its answer must not show: values of headers and their parts (the token after `Bearer`,
 * the password of `Basic`, values of cookies), and of query parameters that are called like keys.
 *
 * @param url as it was configured, without what a caller may have added
 */
export function secretsSent(headers: Readonly<Record<string, string>>, url?: string | URL): readonly string[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    open.has(name.toLowerCase()) ? [] : partsOf(value),
  );
  const parameters = url === undefined ? [] : [...new URL(url).searchParams];
  const ofUrl = parameters.flatMap(([name, value]) => (secretParameter.test(name) ? [value] : []));
  return [...new Set([...ofHeaders, ...ofUrl])].filter((secret) => secret.length >= SECRET_CHARS_MIN);
}

/**
 * The text without secrets of at least six characters: as they are, and as they are written in JSON, in a URL, in HTML,
 * in base64 and in hexadecimal digits.
 */
export function withoutSentSecrets(text: string, secrets: readonly string[]): string {
  return withoutForms(text, secrets.flatMap(formsOf));
}

/** The same for the bytes of an answer as they come. Bytes after the last line break may wait for the next ones. */
export async function* bytesWithoutSecrets(
  bytes: AsyncIterable<Uint8Array>,
  secrets: readonly string[],
): AsyncGenerator<Uint8Array> {
  // A character for each byte, so that none is torn.
  const forms = secrets.flatMap(formsOf).map((form) => Buffer.from(form).toString('latin1'));
  const keptMax = Math.max(0, ...forms.map((form) => form.length - 1));
  let kept = '';
  for await (const piece of bytes) {
    const text = withoutForms(kept + Buffer.from(piece).toString('latin1'), forms);
    // No secret has a line break.
    const end = Math.max(text.lastIndexOf('\n') + 1, text.length - keptMax);
    kept = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end), 'latin1');
  }
  if (kept !== '') yield Buffer.from(kept, 'latin1');
}

function withoutForms(text: string, forms: readonly string[]): string {
  const found = forms.filter((form) => text.includes(form));
  if (found.length === 0) return text;
  // The longest first, so that none leaves a part of another.
  const longestFirst = [...new Set(found)].toSorted((a, b) => b.length - a.length);
  const pattern = longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  return text.replace(new RegExp(pattern, 'g'), REPLACEMENT);
}

/** How a secret may be written. */
function formsOf(secret: string): readonly string[] {
  if (secret.length < SECRET_CHARS_MIN) return [];
  const bytes = Buffer.from(secret);
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    inUrl,
    inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    bytes.toString('base64url'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
  return [...new Set(forms)];
}

/** A header's value, and what in it may be a secret by itself. */
function partsOf(value: string): readonly string[] {
  const whole = value.trim();
  const [, scheme, rest] = /^([A-Za-z][A-Za-z0-9-]*)\s+(\S.*)$/.exec(whole) ?? [];
  const ofScheme = scheme === undefined || rest === undefined ? [] : [rest, ...passwordIn(scheme, rest)];
  const ofPairs = whole.split(/[;,]/).flatMap((pair) => {
    const [, named] = /^\s*[^\s=]+="?([^"]*)"?\s*$/.exec(pair) ?? [];
    return named === undefined ? [] : [named];
  });
  return [whole, ...ofScheme, ...ofPairs];
}

function passwordIn(scheme: string, value: string): readonly string[] {
  if (scheme.toLowerCase() !== 'basic') return [];
  const plain = Buffer.from(value, 'base64').toString();
  const colon = plain.indexOf(':');
  return colon < 0 ? [] : [plain, plain.slice(colon + 1)];
}
