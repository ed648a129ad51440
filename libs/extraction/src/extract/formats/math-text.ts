import type { Attributes } from './html-attributes';

/** Of one formula. */
export const NODES_MAX = 20_000;
const DEPTH_MAX = 200;
/** Of function application, of products and the like: nothing that is seen. */
const INVISIBLE = /[\u2061-\u2064\u200b]/g;
const ACCENT = /^[¯‾ˆ^~˜˙¨→⃗ˇ´`_⏞⏟‗]$/u;

interface MathNode {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: MathNode[];
  text: string;
}

/** Reads one formula of a page, tag by tag. */
export class MathReader {
  private readonly root: MathNode;
  private readonly open: MathNode[];
  private nodes = 0;
  private skipped = 0;
  private tex = '';

  constructor(attributes: Attributes) {
    this.root = { name: 'math', attributes, children: [], text: '' };
    this.open = [this.root];
  }

  /** Whether parts of it were left out. */
  get isCut(): boolean {
    return this.nodes > NODES_MAX;
  }

  openTag(name: string, attributes: Attributes): void {
    this.nodes += 1;
    if (this.skipped > 0 || this.nodes > NODES_MAX || this.open.length > DEPTH_MAX) {
      this.skipped += 1;
      return;
    }
    const node = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' };
    this.open.at(-1)?.children.push(node);
    this.open.push(node);
  }

  addText(text: string): void {
    const node = this.open.at(-1);
    if (!node || this.skipped > 0) return;
    if (node.name === 'annotation') this.tex += isTex(node) ? text : '';
    else node.text += text;
  }

  /** @returns whether the formula ends here */
  closeTag(): boolean {
    if (this.skipped > 0) this.skipped -= 1;
    else this.open.pop();
    return this.open.length === 0;
  }

  /** As TeX where the page has it, else on a line: `(a+b)/c`, `x^2`, `√(x+1)`. */
  get formula(): string {
    const tex = tidyTex(this.tex) || tidyTex(this.root.attributes['alttext'] ?? '');
    return tex || mathLine(this.root).trim();
  }
}

/** TeX without what only says how large it is drawn. */
export function tidyTex(tex: string): string {
  const line = tex.replace(/\s+/g, ' ').trim();
  const inner = /^\{\\(?:displaystyle|textstyle)\s?(.*)\}$/.exec(line)?.[1];
  return (inner ?? line.replace(/^\\(?:displaystyle|textstyle)\s/, '')).trim();
}

function isTex({ attributes }: MathNode): boolean {
  return /tex/i.test(attributes['encoding'] ?? '');
}

type Writer = (parts: readonly string[], node: MathNode) => string;

const writers: Readonly<Record<string, Writer>> = {
  mfrac: ([over = '', under = ''], { attributes }) =>
    attributes['linethickness'] === '0' ? `(${over}¦${under})` : `${grouped(over)}/${grouped(under)}`,
  msup: ([base = '', raised = '']) => `${based(base)}^${grouped(raised)}`,
  msub: ([base = '', lowered = '']) => `${based(base)}_${grouped(lowered)}`,
  msubsup: ([base = '', lowered = '', raised = '']) => `${based(base)}_${grouped(lowered)}^${grouped(raised)}`,
  munder: ([base = '', under = '']) => (ACCENT.test(under) ? `${base}${under}` : `${based(base)}_${grouped(under)}`),
  mover: ([base = '', over = '']) => (ACCENT.test(over) ? `${base}${over}` : `${based(base)}^${grouped(over)}`),
  munderover: ([base = '', under = '', over = '']) => `${based(base)}_${grouped(under)}^${grouped(over)} `,
  msqrt: (parts) => `√${grouped(joinedNames(parts))}`,
  mroot: ([base = '', degree = '']) => `${rootOf(degree)}${grouped(base)}`,
  mfenced: (parts, { attributes: { open = '(', close = ')', separators = ',' } }) =>
    `${open}${parts.join(separators.slice(0, 1))}${close}`,
  mtable: (rows) => rows.join('; '),
  mtr: (cells) => cells.join(', '),
  semantics: ([first = '']) => first,
  maction: ([first = '']) => first,
  mphantom: () => '',
  annotation: () => '',
  'annotation-xml': () => '',
  none: () => '',
  mprescripts: () => '',
  mspace: () => ' ',
};

function mathLine(node: MathNode): string {
  const parts = node.children.map(mathLine);
  const writer = writers[node.name];
  if (writer) return writer(parts, node);
  if (parts.length > 0) return joinedNames(parts);
  const text = node.text.replace(INVISIBLE, '').replace(/\s+/g, ' ');
  return node.name === 'mtext' ? text : text.trim();
}

/** Names of several letters stay apart from their neighbours. */
function joinedNames(parts: readonly string[]): string {
  let line = '';
  for (const part of parts) {
    const isName = /\p{L}{2}$/u.test(line) || (/\p{L}$/u.test(line) && /^\p{L}{2}/u.test(part));
    line += isName && /^[\p{L}\p{N}]/u.test(part) ? ` ${part}` : part;
  }
  return line;
}

function grouped(part: string): string {
  const text = part.trim();
  return text.length <= 1 || /^([\p{L}\p{M}]+|[\p{N}.,]+)$/u.test(text) || isFenced(text) ? text : `(${text})`;
}

function based(part: string): string {
  return /[+\-−±/ ]/.test(part.trim()) ? grouped(part) : part;
}

function isFenced(text: string): boolean {
  return /^\([^()]*\)$/.test(text);
}

function rootOf(degree: string): string {
  const short: Readonly<Record<string, string>> = { '': '√', '2': '√', '3': '∛', '4': '∜' };
  return short[degree] ?? `${grouped(degree)}√`;
}
