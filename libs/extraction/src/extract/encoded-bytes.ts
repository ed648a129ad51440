const CHARS_MIN = 300;
const SAMPLE_CHARS = 4_000;
const LINE_CHARS_MIN = 60;

/** Whether a text is bytes in Base64 or hexadecimal digits, such as a picture: nobody reads it. */
export function isEncodedBytes(text: string): boolean {
  if (text.length < CHARS_MIN) return false;
  const content = text
    .slice(0, SAMPLE_CHARS)
    .replace(/^data:[\w.+/-]{0,100}(;[\w=.-]{0,100}){0,5},/, '')
    .trim();
  const lines = content.split(/\r?\n/);
  if (!lines.every((line, at) => at === lines.length - 1 || line.trim().length >= LINE_CHARS_MIN)) return false;
  if (/^[\da-fA-F\s]+$/.test(content)) return /\d/.test(content) && /[a-f]/i.test(content);
  return (
    /^[\w+/=\s-]+$/.test(content) &&
    [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(content)) &&
    !/[a-z]{25}/i.test(content)
  );
}
