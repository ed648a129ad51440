import type { DocumentBuilder } from '../document-builder';
import { type Attributes, HtmlTables } from './html-table';

const headings: Readonly<Record<string, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };
const dropped = new Set(
  'script style template svg math noscript object embed canvas select datalist audio video map title'.split(' '),
);
const breaking = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'header hgroup hr html legend li main menu nav ol optgroup p pre search section summary table ul'
  ).split(' '),
);

/** Turns a stream of tags and text into blocks. Keeps no tree, so depth costs nothing. */
export class HtmlBlocks {
  private inline = '';
  private dropDepth = 0;
  private listDepth = 0;
  private preDepth = 0;
  private heading = 0;
  private readonly items: { marker: string; ordinal: number }[] = [];
  private readonly openItems: boolean[] = [];
  private readonly tables: HtmlTables;

  constructor(
    private readonly document: DocumentBuilder,
    private readonly baseAddress?: string,
  ) {
    this.tables = new HtmlTables(document);
  }

  open(name: string, attributes: Attributes): void {
    if (this.dropDepth > 0 || dropped.has(name) || isHidden(attributes)) {
      if (!isVoid(name)) this.dropDepth += 1;
      return;
    }
    if (name === 'br') this.inline += '\n';
    else if (name === 'img') this.inline += attributes['alt'] ? ` ${attributes['alt']} ` : '';
    else if (name === 'a' && attributes['href']) this.link(attributes['href']);
    else if (name === 'iframe' && attributes['srcdoc'])
      this.inline += ` ${attributes['srcdoc'].replace(/<[^<>]*>/g, ' ')} `;
    else if (this.tables.takesTag(name)) this.openTablePart(name, attributes);
    else if (breaking.has(name) || name in headings) this.openBlock(name, attributes);
  }

  text(content: string): void {
    if (this.dropDepth > 0) return;
    this.inline += this.preDepth > 0 ? content : content.replace(/\s+/g, ' ');
  }

  close(name: string): void {
    if (this.dropDepth > 0) {
      if (!isVoid(name)) this.dropDepth -= 1;
      return;
    }
    if (this.tables.takesTag(name)) {
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
    else if (name === 'li') this.openItem();
  }

  private closeBlock(name: string): void {
    if (name in headings) this.heading = 0;
    else if (name === 'pre') this.preDepth = Math.max(0, this.preDepth - 1);
    else if (name === 'li') this.openItems.pop();
    else if ((name === 'ul' || name === 'ol' || name === 'menu') && this.listDepth > 0) {
      this.listDepth -= 1;
      this.items.pop();
    }
  }

  private openList(name: string, attributes: Attributes): void {
    this.listDepth += 1;
    this.items.push({
      marker: name === 'ol' ? 'number' : '',
      ordinal: Number.parseInt(attributes['start'] ?? '1', 10) || 1,
    });
  }

  private openItem(): void {
    this.openItems.push(true);
    const list = this.items.at(-1);
    if (list?.marker === 'number') {
      this.inline += `${list.ordinal}. `;
      list.ordinal += 1;
    }
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
    const text = this.inline;
    this.inline = '';
    if (text.trim() === '' || /^\d+\. $/.test(text)) {
      if (text !== '' && text.trim() !== '') this.inline = text;
      return;
    }
    if (this.tables.takesText()) this.tables.text(text, this.heading > 0);
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

function isHidden(attributes: Attributes): boolean {
  if (attributes['hidden'] !== undefined) return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes['style'] ?? '');
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

function isVoid(name: string): boolean {
  return voids.has(name);
}
