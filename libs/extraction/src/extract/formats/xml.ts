import { Parser } from 'htmlparser2';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import type { FormatReader } from '../reader';
import { decodedText } from './decoded-text';
import { declaredCharset } from './html';

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

/** What a document type declares would be taken for text. */
function withoutDeclarations(xml: string): string {
  const found = /<!DOCTYPE[^[<>]{0,2000}\[/i.exec(xml.slice(0, OPENING_CHARS));
  const end = found ? /\]\s{0,100}>/.exec(xml.slice(found.index, found.index + DECLARATIONS_CHARS_MAX)) : undefined;
  return found && end ? xml.slice(0, found.index) + xml.slice(found.index + end.index + end[0].length) : xml;
}

class XmlBlocks {
  private content = '';
  private depth = 0;
  private readonly titles: number[] = [];

  constructor(private readonly document: DocumentBuilder) {}

  onopentag(name: string): void {
    this.depth += 1;
    if (this.depth > DEPTH_MAX)
      throw new ExtractError(`The document nests more than ${DEPTH_MAX} elements, which is the limit`);
    if (inline.has(localName(name))) return;
    this.flush();
    if (localName(name) === 'title') this.titles.push(this.depth);
  }

  ontext(text: string): void {
    this.content += text.replace(/\s+/g, ' ');
  }

  onclosetag(name: string): void {
    if (!inline.has(localName(name))) this.flush();
    if (this.titles.at(-1) === this.depth) this.titles.pop();
    this.depth -= 1;
  }

  flush(): void {
    if (this.titles.length > 0) this.document.heading(this.content, 2);
    else this.document.paragraph(this.content);
    this.content = '';
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
