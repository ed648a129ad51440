import type { DocumentBuilder } from '../document-builder';
import type { Attributes } from './html-attributes';
import { areLineNumbers, isGutter } from './html-code';
import { HtmlFormulas } from './html-formulas';
import { HtmlList, isItemMark, taskMark } from './html-list';
import { HtmlTables } from './html-table';
import { raisedMark } from './raised-text';

const headings: Readonly<Record<string, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };
const dropped = new Set(
  // `rt` and its like say how the word below them is pronounced: between its characters they would tear it apart.
  'script style template svg noscript object embed canvas select datalist audio video map title rt rp rtc'.split(' '),
);
const breaking = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'header hgroup hr html legend li main menu nav ol optgroup p pre search section summary table ul'
  ).split(' '),
);

/** Elements that are lines of code, within it. */
function isLine(name: string): boolean {
  return breaking.has(name) || name === 'tr';
}

interface Mark {
  readonly name: string;
  /** In the text of the line. */
  readonly start: number;
  readonly isGutter: boolean;
  /** Elements of the same name that are open within it. */
  within: number;
}

/** Turns a stream of tags and text into blocks. Keeps no tree, so depth costs nothing. */
export class HtmlBlocks {
  private inline = '';
  private dropDepth = 0;
  private listDepth = 0;
  private preDepth = 0;
  private heading = 0;
  private readonly lists: HtmlList[] = [];
  private readonly openItems: boolean[] = [];
  private readonly tables: HtmlTables;
  private readonly formulas: HtmlFormulas;
  /** Elements that are open on a line, of which it is decided at their ends what they are. */
  private readonly marks: Mark[] = [];

  constructor(
    private readonly document: DocumentBuilder,
    private readonly baseAddress?: string,
  ) {
    this.tables = new HtmlTables(document);
    this.formulas = new HtmlFormulas(document);
  }

  open(name: string, attributes: Attributes): void {
    if (this.dropDepth === 0 && this.formulas.open(name, attributes)) return;
    if (this.dropDepth > 0 || dropped.has(name) || isHiddenElement(attributes)) {
      if (!isVoid(name)) this.dropDepth += 1;
      return;
    }
    const mark = this.marks.at(-1);
    if (mark?.name === name && !isVoid(name)) mark.within += 1;
    // Nobody closed it: what follows is no code.
    if (name in headings) this.endCode();
    if (this.preDepth > 0) this.openInCode(name, attributes);
    else if (name === 'br') this.inline += '\n';
    else if (name === 'sup' || name === 'sub')
      this.marks.push({ name, start: this.inline.length, isGutter: false, within: 0 });
    else if (name === 'img') this.inline += this.formulas.ofPicture(attributes);
    else if (name === 'input') this.inline += this.openItems.length > 0 ? taskMark(attributes) : '';
    else if (name === 'a' && attributes['href']) this.link(attributes['href']);
    else if (name === 'iframe' && attributes['srcdoc'])
      this.inline += ` ${attributes['srcdoc'].replace(/<[^<>]*>/g, ' ')} `;
    else if (this.tables.takesTag(name)) this.openTablePart(name, attributes);
    else if (breaking.has(name) || name in headings) this.openBlock(name, attributes);
  }

  text(content: string): void {
    if (this.formulas.text(content) || this.dropDepth > 0) return;
    if (/\S/.test(content)) this.inline += this.formulas.drawn();
    const keepsSpace = this.preDepth > 0 || this.tables.isInCode;
    this.inline += keepsSpace ? content.replaceAll('\u00a0', ' ') : content.replace(/\s+/g, ' ');
  }

  close(name: string): void {
    if (this.formulas.close()) {
      this.inline += this.formulas.finished();
      return;
    }
    if (this.dropDepth > 0) {
      if (!isVoid(name)) this.dropDepth -= 1;
      return;
    }
    if (this.marks.at(-1)?.name === name) this.closeMark();
    if (this.preDepth > 0) {
      this.closeInCode(name);
    } else if (this.tables.takesTag(name)) {
      this.closeTablePart(name);
    } else if (breaking.has(name) || name in headings) {
      this.flush();
      this.closeBlock(name);
    } else if (name === 'td' || name === 'th') {
      this.inline += ' ';
    }
  }

  end(): void {
    this.flush();
    this.tables.endAll();
  }

  private openBlock(name: string, attributes: Attributes): void {
    this.flush();
    if (name in headings) this.heading = headings[name] ?? 0;
    else if (name === 'pre') this.preDepth += 1;
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.openList(name, attributes);
    else if (name === 'li') this.openItem(attributes);
  }

  private closeBlock(name: string): void {
    if (name in headings) this.heading = 0;
    else if (name === 'pre') this.preDepth = Math.max(0, this.preDepth - 1);
    else if (name === 'li') this.openItems.pop();
    else if ((name === 'ul' || name === 'ol' || name === 'menu') && this.listDepth > 0) {
      this.listDepth -= 1;
      this.lists.pop();
    }
  }

  /** Within code everything is a line or a part of one. */
  private openInCode(name: string, attributes: Attributes): void {
    if (name === 'pre') this.preDepth += 1;
    if (name === 'br') this.inline += '\n';
    else if (isLine(name)) this.endLine();
    else if (name === 'a' && attributes['href']) this.link(attributes['href']);
    if (isGutter(attributes) && !isVoid(name))
      this.marks.push({ name, start: this.inline.length, isGutter: true, within: 0 });
  }

  private closeInCode(name: string): void {
    if (name !== 'pre') return isLine(name) ? this.endLine() : undefined;
    if (this.preDepth === 1) this.flush();
    this.preDepth -= 1;
  }

  private endCode(): void {
    if (this.preDepth > 0) this.flush();
    this.preDepth = 0;
  }

  private endLine(): void {
    if (this.inline !== '' && !this.inline.endsWith('\n')) this.inline += '\n';
  }

  /** Numbers of lines are no code; powers keep a mark. */
  private closeMark(): void {
    const open = this.marks.at(-1);
    if (open && open.within > 0) return void (open.within -= 1);
    const mark = this.marks.pop();
    if (!mark || mark.start > this.inline.length) return;
    const [before, text] = [this.inline.slice(0, mark.start), this.inline.slice(mark.start)];
    if (!mark.isGutter)
      this.inline = `${before}${raisedMark(before, text, mark.name === 'sup' ? 'above' : 'below')}${text}`;
    else if (areLineNumbers(text)) this.inline = before;
  }

  private openList(name: string, attributes: Attributes): void {
    this.listDepth += 1;
    this.lists.push(new HtmlList(name, attributes));
  }

  private openItem(attributes: Attributes): void {
    this.openItems.push(true);
    this.inline += this.lists.at(-1)?.markOf(attributes) ?? '';
  }

  private openTablePart(name: string, attributes: Attributes): void {
    this.flush();
    this.tables.open(name, attributes);
  }

  private closeTablePart(name: string): void {
    this.flush();
    this.tables.close(name);
  }

  private flush(): void {
    const text = this.inline + this.formulas.drawn();
    this.inline = '';
    this.marks.length = 0;
    // The text of the item is still to come.
    if (this.openItems.length > 0 && isItemMark(text)) return void (this.inline = text);
    if (text.trim() === '') return;
    if (this.tables.takesText()) this.tables.text(text, { heading: this.heading > 0, code: this.preDepth > 0 });
    else if (this.heading > 0) this.document.heading(text, this.heading);
    else if (this.preDepth > 0) this.document.code(text);
    else if (this.openItems.length > 0) this.document.listItem(text, Math.max(0, this.listDepth - 1));
    else this.document.paragraph(text);
  }

  private link(address: string): void {
    try {
      this.document.link(new URL(address, this.baseAddress).href);
    } catch {
      // Relative without a base, or not an address at all.
    }
  }
}

function isHiddenElement(attributes: Attributes): boolean {
  if (attributes['hidden'] !== undefined) return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes['style'] ?? '');
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

function isVoid(name: string): boolean {
  return voids.has(name);
}
