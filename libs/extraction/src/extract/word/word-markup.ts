import { Parser } from 'htmlparser2';
import type { Attributes } from '../formats/html-attributes';
import { XmlEdits } from '../numbering/xml-edits';
import { type HiddenStyles, isPropertyOn } from './hidden-styles';
import { symbolOf } from './symbol-fonts';

/** Earlier versions of properties, kept by tracked changes. */
const EARLIER = /^w:(rPr|pPr|trPr|tcPr)Change$/;
const SHOWN = new Set(['w:t', 'w:sym', 'w:drawing', 'w:pict', 'w:object']);

interface Run {
  readonly start: number;
  isHidden: boolean;
  isOwn: boolean;
  /** Its text, as far as it is known to be there; fields have runs without. */
  hasText: boolean;
  /** A part of a field: without it the rest would not be understood. */
  isFieldMark: boolean;
}

/** Default separator of the parts of a bracket. */
const SEPARATOR = '<m:sepChr m:val="|"/>';

interface Bracket {
  /** Position after its opening tag. */
  readonly start: number;
  /** Position after the opening tag of its properties. */
  properties?: number;
  hasSeparator: boolean;
}

interface Row {
  readonly start: number;
  isDeleted: boolean;
  isHidden: boolean;
}

export interface ShownMarkup {
  readonly xml: string;
  /** Stretches that Word does not show. */
  readonly hidden: number;
}

/**
 * A part of a Word document as Word shows it: hyphens that do not break are hyphens, rows and cells that a tracked
 * change deleted are gone, and so is hidden text, unless it is wanted. Brackets name what stands between their parts,
 * signs of symbol fonts are characters, and words with readings above them are words.
 */
export function shownMarkup(
  xml: string,
  styles: HiddenStyles,
  { includesHidden }: { readonly includesHidden: boolean },
): ShownMarkup {
  const reader = new MarkupReader(styles, includesHidden);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        reader.open(name, attributes, parser.startIndex);
        reader.openMath(name, { behind: parser.endIndex + 1, isEmpty: xml[parser.endIndex - 1] === '/' });
      },
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.close(name, parser.endIndex + 1),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { xml: reader.edits.apply(xml), hidden: reader.hidden };
}

class MarkupReader {
  readonly edits = new XmlEdits();
  hidden = 0;
  private readonly path: string[] = [];
  private readonly runs: Run[] = [];
  private readonly rows: Row[] = [];
  private readonly cells: Row[] = [];
  private readonly brackets: Bracket[] = [];
  /** A word with its reading above it: which are never within each other. */
  private ruby: { readonly start: number; base: string } | undefined;
  private readonly paragraphs: { isHidden: boolean }[] = [];
  private earlierDepth = 0;
  private mark: { readonly start: number; readonly text: string } | undefined;

  constructor(
    private readonly styles: HiddenStyles,
    private readonly includesHidden: boolean,
  ) {}

  open(name: string, attributes: Attributes, start: number): void {
    const parent = this.path.at(-1);
    const grandparent = this.path.at(-2);
    this.path.push(name);
    if (EARLIER.test(name)) this.earlierDepth += 1;
    if (this.earlierDepth > 0) return;
    if (name === 'w:p') this.paragraphs.push({ isHidden: false });
    else if (name === 'w:r') this.openRun(start);
    else if (name === 'w:tr') this.rows.push({ start, isDeleted: false, isHidden: false });
    else if (name === 'w:tc') this.cells.push({ start, isDeleted: false, isHidden: false });
    else if (parent === 'w:trPr') this.describeRow(name, attributes);
    else if (name === 'w:cellDel' && parent === 'w:tcPr') markDeleted(this.cells.at(-1));
    else if (name === 'w:pStyle') this.describeParagraph(attributes['w:val']);
    else if (parent === 'w:rPr' && grandparent === 'w:r') this.describeRun(name, attributes);
    else if (parent === 'w:r') this.openInRun(name, attributes, start);
  }

  openMath(name: string, { behind, isEmpty }: { readonly behind: number; readonly isEmpty: boolean }): void {
    const bracket = this.brackets.at(-1);
    if (name === 'm:d' && !isEmpty) this.brackets.push({ start: behind, hasSeparator: false });
    else if (name === 'm:dPr' && bracket && !isEmpty) bracket.properties = behind;
    else if (name === 'm:sepChr' && bracket) bracket.hasSeparator = true;
  }

  text(text: string): void {
    const run = this.runs.at(-1);
    const isText = this.path.at(-1) === 'w:t';
    if (run && isText && /\S/.test(text)) run.hasText = true;
    if (this.ruby && isText && this.path.includes('w:rubyBase')) this.ruby.base += text;
  }

  close(name: string, end: number): void {
    this.path.pop();
    if (EARLIER.test(name)) this.earlierDepth -= 1;
    if (this.earlierDepth > 0) return;
    if (name === 'w:p') this.paragraphs.pop();
    else if (name === 'm:d') this.closeBracket(this.brackets.pop());
    else if (name === 'w:r') this.closeRun(end);
    else if (name === 'w:tr') this.closeRow(this.rows.pop(), end);
    else if (name === 'w:tc') this.closeRow(this.cells.pop(), end);
    else if (name === 'w:ruby') this.closeRuby(end);
    else if (this.mark && (name === 'w:noBreakHyphen' || name === 'w:ptab' || name === 'w:sym')) {
      this.edits.replace(this.mark.start, end, this.mark.text);
      this.mark = undefined;
    }
  }

  private openRun(start: number): void {
    const isHidden = this.paragraphs.at(-1)?.isHidden ?? false;
    this.runs.push({ start, isHidden, isOwn: false, hasText: false, isFieldMark: false });
  }

  private openInRun(name: string, attributes: Attributes, start: number): void {
    const run = this.runs.at(-1);
    if (!run) return;
    if (name === 'w:fldChar' || name === 'w:instrText') run.isFieldMark = true;
    else if (name === 'w:noBreakHyphen') this.mark = { start, text: '<w:t>-</w:t>' };
    else if (name === 'w:ptab') this.mark = { start, text: '<w:tab/>' };
    else if (name === 'w:ruby') this.ruby = { start, base: '' };
    else if (name === 'w:sym') this.openSymbol(attributes, start);
    if (SHOWN.has(name) && name !== 'w:t') run.hasText = true;
  }

  private openSymbol(attributes: Attributes, start: number): void {
    const sign = symbolOf(attributes['w:font'] ?? '', attributes['w:char'] ?? '');
    if (sign !== undefined) this.mark = { start, text: textElement(sign) };
  }

  /** The word only: its reading would split a word that is written as one. */
  private closeRuby(end: number): void {
    if (this.ruby) this.edits.replace(this.ruby.start, end, textElement(this.ruby.base));
    this.ruby = undefined;
  }

  private describeRun(name: string, attributes: Attributes): void {
    const run = this.runs.at(-1);
    if (!run) return;
    if (name === 'w:rStyle' && !run.isOwn) run.isHidden ||= this.styles.has(attributes['w:val']);
    if (name !== 'w:vanish') return;
    run.isOwn = true;
    run.isHidden = isPropertyOn(attributes['w:val']);
  }

  private describeParagraph(style: string | undefined): void {
    const paragraph = this.paragraphs.at(-1);
    if (paragraph) paragraph.isHidden = this.styles.has(style);
  }

  private describeRow(name: string, attributes: Attributes): void {
    const row = this.rows.at(-1);
    if (!row) return;
    if (name === 'w:del') row.isDeleted = true;
    if (name === 'w:hidden') row.isHidden = isPropertyOn(attributes['w:val']);
  }

  private closeRun(end: number): void {
    const run = this.runs.pop();
    if (run?.isHidden && run.hasText && !run.isFieldMark) this.hide(run.start, end);
  }

  private closeBracket(bracket: Bracket | undefined): void {
    if (!bracket || bracket.hasSeparator) return;
    const { start, properties } = bracket;
    if (properties === undefined) this.edits.insert(start, `<m:dPr>${SEPARATOR}</m:dPr>`);
    else this.edits.insert(properties, SEPARATOR);
  }

  private closeRow(row: Row | undefined, end: number): void {
    if (row?.isDeleted) this.edits.replace(row.start, end, '');
    else if (row?.isHidden) this.hide(row.start, end);
  }

  private hide(start: number, end: number): void {
    this.hidden += 1;
    if (!this.includesHidden) this.edits.replace(start, end, '');
  }
}

function textElement(text: string): string {
  return `<w:t xml:space="preserve">${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</w:t>`;
}

function markDeleted(cell: Row | undefined): void {
  if (cell) cell.isDeleted = true;
}
