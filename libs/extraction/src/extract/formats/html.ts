import { Parser } from 'htmlparser2';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import { HtmlBlocks } from './html-blocks';
import { HtmlHead } from './html-head';

/**
 * @param html one text, or its parts in order
 * @param baseAddress what relative links are resolved against
 */
export function readHtml(html: string | Iterable<string>, document: DocumentBuilder, baseAddress?: string): void {
  const head = new HtmlHead();
  const blocks = new HtmlBlocks(document, baseAddress);
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      // The parser's stack grows slow, and no honest page is as deep.
      if (depth > DEPTH_MAX)
        throw new ExtractError(`The page nests more than ${DEPTH_MAX} elements, which is the limit`);
      head.open(name, attributes);
      blocks.open(name, attributes);
    },
    ontext(content) {
      head.text(content);
      blocks.text(content);
    },
    onclosetag(name) {
      depth -= 1;
      head.close(name);
      blocks.close(name);
    },
  });
  for (const part of typeof html === 'string' ? [html] : html) {
    for (let at = 0; at < part.length && !document.full; at += CHUNK_CHARS)
      parser.write(part.slice(at, at + CHUNK_CHARS));
    if (document.full) break;
  }
  parser.end();
  blocks.end();
  document.describe(head.properties);
}

/** From a meta element or an XML declaration in the first bytes. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const opening = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(opening)?.[1] ??
    /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(opening)?.[1]
  );
}

const CHUNK_CHARS = 64 * 1024;
const DEPTH_MAX = 20_000;
