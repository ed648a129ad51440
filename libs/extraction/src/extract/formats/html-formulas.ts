import type { DocumentBuilder } from '../document-builder';
import type { Attributes } from './html-attributes';
import { MathReader, NODES_MAX, tidyTex } from './math-text';

/** Drawings of formulas, of which the source stands beside them. */
const DRAWN = /(?:^|\s)(?:katex-html|MathJax(?:_(?:Display|Preview|SVG|SVG_Display|CHTML|Message))?|mjx-chtml)(?=$|\s)/;
/** Replacement of a script with TeX where scripts are removed. */
export const TEX_CLASS = 'math-tex-source';
const PICTURE = /math|latex|\btex\b|formula|equation/i;

/** The formulas of a page: MathML, TeX in scripts, pictures. Each is given once, however often the page has it. */
export class HtmlFormulas {
  private math: MathReader | undefined;
  /** Elements that are open within a drawing, and within a script. */
  private drawnDepth = 0;
  private tex: { depth: number; text: string } | undefined;
  /** From a drawing: its source may follow. */
  private pending = '';
  private written = '';
  private last = '';

  constructor(private readonly document: DocumentBuilder) {}

  /** @returns whether the tag belongs to a formula */
  open(name: string, attributes: Attributes): boolean {
    if (this.tex) this.tex.depth += 1;
    else if (this.math) this.math.openTag(name, attributes);
    else if (name === 'math') this.openMath(attributes);
    else if (isSource(name, attributes)) this.tex = { depth: 1, text: '' };
    else return this.openDrawing(name, attributes);
    if (this.drawnDepth > 0) this.drawnDepth += 1;
    return true;
  }

  /** @returns whether the text belongs to a formula */
  text(content: string): boolean {
    if (this.tex) this.tex.text += content;
    else this.math?.addText(content);
    return this.tex !== undefined || this.math !== undefined || this.drawnDepth > 0;
  }

  /** @returns whether the tag belongs to a formula */
  close(): boolean {
    const isInside = this.tex !== undefined || this.math !== undefined || this.drawnDepth > 0;
    if (this.tex) this.closeSource();
    else if (this.math?.closeTag()) this.closeMath();
    if (this.drawnDepth > 0) this.drawnDepth -= 1;
    return isInside;
  }

  /** Text that the last tag completed. */
  finished(): string {
    const text = this.written;
    if (text !== '') this.last = text;
    this.written = '';
    return text;
  }

  /** A drawn formula without a source after it: other text follows. */
  drawn(): string {
    const text = this.pending;
    [this.pending, this.last] = ['', ''];
    return text;
  }

  /** The text for a picture, unless it is the formula that was just written. */
  ofPicture({ alt, class: name = '' }: Attributes): string {
    const text = alt && PICTURE.test(name) ? tidyTex(alt) : alt;
    const isTwice = text !== undefined && text === this.last && PICTURE.test(name);
    const before = this.drawn();
    return text && !isTwice ? `${before} ${text} ` : before;
  }

  private openDrawing(name: string, attributes: Attributes): boolean {
    if (this.drawnDepth > 0) this.drawnDepth += 1;
    else if (DRAWN.test(attributes['class'] ?? '') && !VOID.has(name)) this.drawnDepth = 1;
    return this.drawnDepth > 0;
  }

  private openMath(attributes: Attributes): void {
    this.math = new MathReader(attributes);
  }

  private closeMath(): void {
    const { math } = this;
    this.math = undefined;
    if (!math) return;
    if (math.isCut) this.document.lose(`Formulas of more than ${NODES_MAX} parts were cut`);
    // The drawing with it may have its source after it.
    if (this.drawnDepth > 0) this.pending = math.formula;
    else this.written += math.formula;
  }

  private closeSource(): void {
    if (!this.tex) return;
    this.tex.depth -= 1;
    if (this.tex.depth > 0) return;
    this.written += tidyTex(this.tex.text);
    this.tex = undefined;
    this.pending = '';
  }
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

function isSource(name: string, attributes: Attributes): boolean {
  if (name === 'script') return /^math\/tex/i.test(attributes['type'] ?? '');
  return (attributes['class'] ?? '').split(/\s+/).includes(TEX_CLASS);
}
