import { Parser } from 'htmlparser2';
import { guardArchive } from '../archive';
import { DAMAGED_PARTS } from '../damaged-parts';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, unreadable } from '../extract-error';
import { OdfNumbering } from '../numbering/odf-numbering';
import { eachElement } from '../numbering/word-numbering';
import type { FormatReader } from '../reader';
import type { Attributes } from './html-attributes';
import { HtmlBlocks } from './html-blocks';
import { writeOdfExtras } from './odf-extras';
import { readOffice } from './office';
import { xmlOf } from './office-relations';

const blocks: Readonly<Record<string, string>> = {
  'text:p': 'p',
  'text:list': 'ul',
  'text:list-item': 'li',
  'text:list-header': 'li',
  'table:table': 'table',
  'table:table-header-rows': 'thead',
  'table:table-row': 'tr',
  'table:table-cell': 'td',
  'text:a': 'a',
  'text:line-break': 'br',
  'text:section': 'section',
  'draw:text-box': 'div',
  'draw:frame': 'div',
  'presentation:notes': 'aside',
};
const dropped = new Set([
  'text:tracked-changes',
  'office:forms',
  'text:index-title-template',
  'office:settings',
  'style:style',
]);
const SPACES_MAX = 100;
const DEPTH_MAX = 2_000;

/** OpenDocument texts, presentations and drawings: a slide is a page. Encrypted ones are decrypted elsewhere. */
export const readOpenDocument: FormatReader = async (source, document, context) => {
  const archive = guardArchive(source.bytes, context.budget);
  const decode = (name: string) => new TextDecoder().decode(archive.read(name));
  if (decode('META-INF/manifest.xml').includes('encryption-data')) return readOffice(source, document, context);
  const content = archive.read('content.xml');
  if (!content) throw unreadable('document', 'it has no content');
  document.lose(DAMAGED_PARTS, archive.damaged.length);
  describe(decode('meta.xml'), document);
  const numbering = new OdfNumbering();
  eachElement(xmlOf('styles.xml', archive), (name, attributes) => numbering.define(name, attributes));
  const blocks = new OdfBlocks(document, numbering);
  const parser = new Parser(blocks, { xmlMode: true });
  parser.write(new TextDecoder().decode(content));
  parser.end();
  blocks.onend();
  await writeOdfExtras(archive, document, context);
};

function describe(meta: string, document: DocumentBuilder): void {
  const properties = new Map<string, string>();
  let open = '';
  const parser = new Parser(
    {
      onopentag: (name) => (open = name),
      ontext: (text) => properties.set(open, (properties.get(open) ?? '') + text),
      onclosetag: () => (open = ''),
    },
    { xmlMode: true },
  );
  parser.end(meta);
  document.describe({
    title: properties.get('dc:title'),
    description: properties.get('dc:description') ?? properties.get('dc:subject'),
    language: properties.get('dc:language'),
  });
}

/** Translates the elements of OpenDocument to those of HTML. */
class OdfBlocks {
  private readonly html: HtmlBlocks;
  private dropDepth = 0;
  private depth = 0;
  private heading = '';

  /** Stands before the next text. */
  private label = '';

  constructor(
    private readonly document: DocumentBuilder,
    private readonly numbering: OdfNumbering,
  ) {
    this.html = new HtmlBlocks(document);
  }

  onopentag(name: string, attributes: Attributes): void {
    this.depth += 1;
    if (this.depth > DEPTH_MAX)
      throw new ExtractError(`The document nests more than ${DEPTH_MAX} elements, which is the limit`);
    if (this.dropDepth > 0 || dropped.has(name)) {
      this.dropDepth += 1;
      return;
    }
    this.number(name, attributes);
    if (name === 'draw:page') this.openPage();
    else if (name === 'draw:frame' && attributes['presentation:class'] === 'title') this.open('h1');
    else if (name === 'text:h') this.openHeading(attributes);
    else if (name === 'text:s')
      this.html.text(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, SPACES_MAX)));
    else if (name === 'text:tab') this.html.text(' ');
    else if (name === 'office:annotation' || name === 'text:note') this.html.text(' (');
    else if (blocks[name]) this.html.open(blocks[name], spans(attributes));
    if (name === 'text:p' || name === 'text:h') this.writeLabel();
  }

  private number(name: string, attributes: Attributes): void {
    if (name === 'text:list') this.numbering.openList(attributes);
    else if (name === 'text:list-item') this.label = this.numbering.item(attributes);
    else if (name === 'text:h') this.label ||= this.numbering.heading(attributes);
    else this.numbering.define(name, attributes);
  }

  private writeLabel(): void {
    if (this.label !== '') this.html.text(`${this.label} `);
    this.label = '';
  }

  ontext(text: string): void {
    if (this.dropDepth === 0) this.html.text(text);
  }

  onclosetag(name: string): void {
    this.depth -= 1;
    if (this.dropDepth > 0) {
      this.dropDepth -= 1;
      return;
    }
    if (name === 'text:list') this.numbering.closeList();
    if (name === 'text:h' || (name === 'draw:frame' && this.heading !== '')) this.closeHeading();
    else if (name === 'office:annotation' || name === 'text:note') this.html.text(') ');
    else if (blocks[name]) this.html.close(blocks[name]);
  }

  onend(): void {
    this.html.end();
  }

  private openPage(): void {
    this.html.end();
    this.document.startPage();
  }

  private openHeading(attributes: Attributes): void {
    this.open(`h${Math.min(6, Math.max(1, Number(attributes['text:outline-level'] ?? 2) || 2))}`);
  }

  private open(heading: string): void {
    this.closeHeading();
    this.heading = heading;
    this.html.open(heading, {});
  }

  private closeHeading(): void {
    if (this.heading !== '') this.html.close(this.heading);
    this.heading = '';
  }
}

function spans(attributes: Attributes): Attributes {
  return {
    href: attributes['xlink:href'],
    colspan: attributes['table:number-columns-spanned'],
    rowspan: attributes['table:number-rows-spanned'],
  };
}
