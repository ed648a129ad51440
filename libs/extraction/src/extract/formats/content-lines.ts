/** Of one line, unfolded; longer ones are pictures and keys. */
const LINE_CHARS_MAX = 100_000;
/** Components within components. */
const DEPTH_MAX = 8;
const PROPERTIES_MAX = 2_000;
const LINE = /^(?:[\w-]{1,100}\.)?([\w-]{1,100})((?:;[^":;]*(?:"[^"]*"[^":;]*)*)*):([^]*)$/;
const PARAMETER = /;([\w-]+)(?:=("[^"]*"|[^;]*))?/g;

/** `DTSTART;TZID=Europe/Oslo:20260314T090000` */
export interface ContentLine {
  /** In upper case. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** As it is written. */
  readonly value: string;
}

/** Content between a `BEGIN` and its `END`. */
export interface Component {
  readonly name: string;
  readonly lines: readonly ContentLine[];
}

/** The components of a calendar or of cards, the inner ones first. @see RFC 5545 §3.1, RFC 6350 §3.2 */
export function* componentsOf(text: string): Generator<Component> {
  const open: { name: string; lines: ContentLine[] }[] = [];
  for (const line of contentLines(text)) {
    const component = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN' && open.length < DEPTH_MAX) open.push({ name: component, lines: [] });
    else if (line.name === 'END' && open.at(-1)?.name === component) yield open.pop() ?? { name: '', lines: [] };
    else if ((open.at(-1)?.lines.length ?? PROPERTIES_MAX) < PROPERTIES_MAX) open.at(-1)?.lines.push(line);
  }
}

/** A value of text without its escapes. */
export function unescaped(value: string): string {
  return value.replace(/\\([\\,;:nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

function* contentLines(text: string): Generator<ContentLine> {
  let line = '';
  for (const next of text.split(/\r\n?|\n/)) {
    const isSoftBreak = line.endsWith('=') && /;(?:encoding=)?quoted-printable[;:]/i.test(line);
    if (/^[ \t]/.test(next) || isSoftBreak) {
      if (line.length < LINE_CHARS_MAX) line = isSoftBreak ? line.slice(0, -1) + next : line + next.slice(1);
      continue;
    }
    yield* contentLine(line);
    line = next;
  }
  yield* contentLine(line);
}

function* contentLine(line: string): Generator<ContentLine> {
  const [, name, described = '', value = ''] = LINE.exec(line) ?? [];
  if (name === undefined) return;
  const parameters = new Map<string, string>();
  for (const [, key = '', given = ''] of described.matchAll(PARAMETER))
    parameters.set(key.toUpperCase(), given.replaceAll('"', ''));
  const isQuoted = /quoted-printable/i.test(described);
  yield { name: name.toUpperCase(), parameters, value: isQuoted ? decodedQuotedPrintable(value) : value };
}

function decodedQuotedPrintable(value: string): string {
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /[^\x00-\xff]/.test(bytes) ? value : Buffer.from(bytes, 'latin1').toString('utf8');
}
