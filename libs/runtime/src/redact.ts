const SECRET_WORDS =
  'password|passphrase|secret|token|authorization|api[-_]?key|nuakey|serviceaccount|cookie|credential';
// Names are short: without a bound, a long text full of these words would take quadratic time.
const secretMember = new RegExp(`"([^"\\\\]{0,60}(?:${SECRET_WORDS})[^"\\\\]{0,60})":"(?:[^"\\\\]|\\\\.)*"`, 'gi');
const bearer = /\b(Bearer)\s+[\w.~+/-]{8,}=*/gi;
const jsonWebToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const userInfo = /(:\/\/)[^\s/@"]+@/g;

/** A line of JSON without credentials: secret members at any depth, bearer and web tokens, user parts of URLs. */
export function redacted(line: string): string {
  return line
    .replace(secretMember, '"$1":"[redacted]"')
    .replace(bearer, '$1 [redacted]')
    .replace(jsonWebToken, '[redacted]')
    .replace(userInfo, '$1[redacted]@');
}
