import { Parser } from 'htmlparser2';
import type { DocumentBuilder } from '../document-builder';
import { isEncodedBytes } from '../encoded-bytes';
import { ExtractError } from '../extract-error';
import type { FormatReader } from '../reader';
import { decodedText } from './decoded-text';
import { declaredCharset, readHtml } from './html';
import type { Attributes } from './html-attributes';

const inline = new Set(
  (
    'a abbr b bold br citation code em emph ext-link fn i inline-formula italic link mark named-content ph q ref s sc small span ' +
    'strong styled-content sub sub-article-link sup tspan u underline uri xref'
  ).split(' '),
);
const CHUNK_CHARS = 64 * 1024;
const DEPTH_MAX = 2_000;
const OPENING_CHARS = 10_000;
const DECLARATIONS_CHARS_MAX = 100_000;

/** Roots of formats for prose, whose attributes say how it is set, not what it says. */
const PROSE = new Set(
  (
    'article book chapter html tei tei.2 teicorpus topic dita nitf newsml fictionbook xbrl us-patent-grant rss feed svg ' +
    'us-patent-application patent-application-publication patent-document pmc-articleset legislation akomantoso'
  ).split(' '),
);
/** Attributes that are not the document's own, such as those of schemas, or that say how it is set. */
const TECHNICAL = /:|^(xmlns|class|style|rend)$/i;
/** Roots of feeds, whose texts are HTML that is escaped. */
const FEEDS = new Set(['rss', 'feed', 'rdf']);
const MARKUP = /<\/?(?:p|br|a|b|i|em|strong|div|span|ul|ol|li|h[1-6]|img|table|blockquote|pre|code)\b[^<>]*>/i;
const ATTRIBUTE_CHARS_MAX = 2_000;
const ATTRIBUTES_MAX = 200;

/**
 * Any XML: the text of its elements, one paragraph for each that is not part of a sentence. No entity is ever fetched.
 */
export const readXml: FormatReader = async (source, document) => {
  const text = withoutDeclarations(decodedText(source, document, declaredCharset(source.bytes)));
  const blocks = new XmlBlocks(document);
  const parser = new Parser(blocks, { xmlMode: true });
  for (let at = 0; at < text.length && !document.full; at += CHUNK_CHARS)
    parser.write(text.slice(at, at + CHUNK_CHARS));
  parser.end();
  blocks.flush();
};

/** Declarations of a document type would be taken for text. */
function withoutDeclarations(xml: string): string {
  const found = /<!DOCTYPE[^[<>]{0,2000}\[/i.exec(xml.slice(0, OPENING_CHARS));
  const end = found ? /\]\s{0,100}>/.exec(xml.slice(found.index, found.index + DECLARATIONS_CHARS_MAX)) : undefined;
  return found && end ? xml.slice(0, found.index) + xml.slice(found.index + end.index + end[0].length) : xml;
}

class XmlBlocks {
  private content = '';
  private depth = 0;
  private readonly titles: number[] = [];
  private isProse = false;
  private isFeed = false;

  constructor(private readonly document: DocumentBuilder) {}

  onopentag(name: string, attributes: Attributes): void {
    if (this.depth === 0) {
      this.isProse = PROSE.has(localName(name)) || PROSE.has(name.toLowerCase());
      this.isFeed = FEEDS.has(localName(name));
    }
    this.depth += 1;
    if (this.depth > DEPTH_MAX)
      throw new ExtractError(`The document nests more than ${DEPTH_MAX} elements, which is the limit`);
    // A line that ends in the midst of an element ends a word, too.
    if (localName(name) === 'br') this.content += ' ';
    if (inline.has(localName(name))) return;
    this.flush();
    if (localName(name) === 'title') this.titles.push(this.depth);
    if (!this.isProse) this.content = this.described(name, attributes);
  }

  ontext(text: string): void {
    this.content += text.replace(/\s+/g, ' ');
  }

  onclosetag(name: string): void {
    if (!inline.has(localName(name))) this.flush();
    if (this.titles.at(-1) === this.depth) this.titles.pop();
    this.depth -= 1;
  }

  /** `part | nr: 88-12 | ` before the text of the element, where it has attributes. */
  private described(name: string, attributes: Attributes): string {
    const telling = Object.entries(attributes).filter(
      (entry): entry is [string, string] => !TECHNICAL.test(entry[0]) && /\S/.test(entry[1] ?? ''),
    );
    const kept = telling.filter(([, value]) => value.length <= ATTRIBUTE_CHARS_MAX && !isEncodedBytes(value));
    const shown = kept.slice(0, ATTRIBUTES_MAX);
    this.document.lose(
      `Attributes longer than ${ATTRIBUTE_CHARS_MAX} characters, or beyond ${ATTRIBUTES_MAX} of an element, or that are bytes were left out`,
      telling.length - shown.length,
    );
    if (shown.length === 0) return '';
    const own = name.slice(name.indexOf(':') + 1);
    return `${[own, ...shown.map(([at, value]) => `${at}: ${value}`)].join(' | ')} | `;
  }

  flush(): void {
    const text = this.content.replace(/ \| *$/, '');
    this.content = '';
    if (isEncodedBytes(text.trim()))
      this.document.lose(
        'Elements of XML that are bytes in Base64 or hexadecimal were left out: send such files by themselves',
      );
    else if (this.titles.length > 0) this.document.heading(text, 2);
    else if (this.isFeed && MARKUP.test(text)) readHtml(text, this.document);
    else this.document.paragraph(text);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
