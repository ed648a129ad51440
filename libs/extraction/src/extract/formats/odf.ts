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
import { OdfTextStyles } from './odf-styles';
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
  'text:ruby-text',
  'office:settings',
  'style:style',
]);
const SPACES_MAX = 100;
const DEPTH_MAX = 2_000;

/** OpenDocument texts, presentations and drawings: a slide is a page. Encrypted ones are decrypted elsewhere. */
export const readOpenDocument: FormatReader = async (source, document, context) => {
  const archive = await guardArchive(source.bytes, context.budget);
  const decode = (name: string) => new TextDecoder().decode(archive.read(name));
  if (decode('META-INF/manifest.xml').includes('encryption-data')) return readOffice(source, document, context);
  const content = archive.read('content.xml');
  if (!content) throw unreadable('document', 'it has no content');
  document.lose(DAMAGED_PARTS, archive.damaged.length);
  describeOdf(decode('meta.xml'), document);
  const numbering = new OdfNumbering();
  eachElement(xmlOf('styles.xml', archive), (name, attributes) => numbering.define(name, attributes));
  const xml = new TextDecoder().decode(content);
  const styles = new OdfTextStyles(
    xmlOf('styles.xml', archive),
    xml.slice(0, Math.max(0, xml.indexOf('<office:body'))),
  );
  const { includesHidden = false } = context;
  const blocks = new OdfBlocks(document, numbering, { styles, includesHidden, object: (name) => xmlOf(name, archive) });
  const parser = new Parser(blocks, { xmlMode: true });
  parser.write(xml);
  parser.end();
  blocks.onend();
  document.lose(HIDDEN_LEFT_OUT, blocks.hidden);
  await writeOdfExtras(archive, document, context);
};

function describeOdf(meta: string, document: DocumentBuilder): void {
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

const HIDDEN_LEFT_OUT =
  'Hidden text of the document was left out: show it in the program it was written with and send the file again, or ' +
  'read it with an extract strategy that has include_hidden';
/** Formulas and the like, as parts of their own. */
const OBJECTS_MAX = 2_000;

interface OdfContext {
  readonly styles: OdfTextStyles;
  readonly includesHidden: boolean;
  /** The XML of a part; empty for a missing one. */
  readonly object: (name: string) => string;
}

/** Translates the elements of OpenDocument to those of HTML. */
class OdfBlocks {
  private readonly html: HtmlBlocks;
  private dropDepth = 0;
  private depth = 0;
  private heading = '';

  hidden = 0;
  /** Translations of the open spans and frames. */
  private readonly spans: ('sup' | 'sub' | '')[] = [];
  private readonly frames: boolean[] = [];
  private objects = 0;

  /** Stands before the next text. */
  private label = '';

  constructor(
    private readonly document: DocumentBuilder,
    private readonly numbering: OdfNumbering,
    private readonly context: OdfContext,
  ) {
    this.html = new HtmlBlocks(document);
  }

  onopentag(name: string, attributes: Attributes): void {
    this.depth += 1;
    if (this.depth > DEPTH_MAX)
      throw new ExtractError(`The document nests more than ${DEPTH_MAX} elements, which is the limit`);
    if (this.dropDepth > 0 || dropped.has(name) || this.isLeftOut(name, attributes)) {
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
    else if (name === 'text:span') this.openSpan(attributes);
    else if (name === 'draw:object') this.writeFormula(attributes['xlink:href'] ?? '');
    else if (name === 'draw:frame') this.openFrame(attributes);
    else if (name === 'office:annotation' || name === 'text:note') this.html.text(' (');
    else if (blocks[name]) this.html.open(blocks[name], spans(attributes));
    if (name === 'text:p' || name === 'text:h') this.writeLabel();
  }

  private isLeftOut(name: string, attributes: Attributes): boolean {
    const isHidden =
      (/^text:(span|p|h)$/.test(name) && this.context.styles.hides(attributes['text:style-name'])) ||
      (name === 'text:section' && attributes['text:display'] === 'none') ||
      (/^text:hidden-(text|paragraph)$/.test(name) && attributes['text:is-hidden'] === 'true');
    if (!isHidden || this.context.includesHidden) return false;
    this.hidden += 1;
    return true;
  }

  private openSpan(attributes: Attributes): void {
    const raised = this.context.styles.raisedBy(attributes['text:style-name']) ?? '';
    this.spans.push(raised);
    if (raised) this.html.open(raised, {});
  }

  /** An object anchored as a character is part of its line. */
  private openFrame(attributes: Attributes): void {
    const isInLine = attributes['text:anchor-type'] === 'as-char';
    this.frames.push(isInLine);
    if (!isInLine) this.html.open('div', {});
  }

  private writeFormula(address: string): void {
    this.objects += 1;
    if (this.objects > OBJECTS_MAX)
      return this.document.lose(`Objects beyond the first ${OBJECTS_MAX} of the document were left out`);
    const xml = this.context.object(`${address.replace(/^\.\//, '')}/content.xml`);
    if (!/<(\w+:)?math[\s>]/.test(xml.slice(0, 2_000))) return;
    const local = (name: string) => name.slice(name.indexOf(':') + 1);
    const parser = new Parser(
      {
        onopentag: (name, attributes) => this.html.open(local(name), attributes),
        ontext: (text) => this.html.text(text),
        onclosetag: (name) => this.html.close(local(name)),
      },
      { xmlMode: true },
    );
    parser.end(xml);
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
    else if (name === 'text:span') this.closeSpan();
    else if (name === 'draw:frame' && this.frames.pop()) return;
    else if (blocks[name]) this.html.close(blocks[name]);
  }

  private closeSpan(): void {
    const raised = this.spans.pop();
    if (raised) this.html.close(raised);
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
