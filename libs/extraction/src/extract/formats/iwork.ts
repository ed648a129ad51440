import { Parser } from 'htmlparser2';
import { type Archive, guardArchive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import { unpackedChunks } from '../iwork/snappy';
import type { FormatReader, ReadContext, Source } from '../reader';
import type { Attributes } from './html-attributes';

const PREVIEW = /^(QuickLook\/)?Preview\.pdf$/i;
const OLD_DOCUMENT = /^index\.(xml|apxl)$/;
const PART = /^Index\/.*\.iwa$/;
const PARTS_IN_ONE = 'Index.zip';
/** Parts of a theme that are not in use. */
const UNUSED = /(Stylesheet|MasterSlide|TemplateSlide|Metadata|ViewState|AnnotationAuthor|CalculationEngine)/;
const TEXTS_MAX = 200_000;

/** Whether an archive is a document of Pages, Numbers or Keynote. */
export function isIwork({ entries }: Archive): boolean {
  const names = entries.map(({ name }) => name);
  if (names.includes('buildVersionHistory.plist')) return names.some((name) => OLD_DOCUMENT.test(name));
  return names.some((name) => name === PARTS_IN_ONE || PART.test(name));
}

/**
 * Documents of Pages, Numbers and Keynote. The preview that they may have is a PDF of all of it; else the text of their
 * objects, without headings and without the numbers in tables.
 */
export const readIwork: FormatReader = async (source, document, context) =>
  readIworkArchive(await guardArchive(source.bytes, context.budget), source, { document, context });

export async function readIworkArchive(
  archive: Archive,
  source: Source,
  { document, context }: { readonly document: DocumentBuilder; readonly context: ReadContext },
): Promise<void> {
  const preview = archive.entries.find(({ name }) => PREVIEW.test(name));
  const pdf = preview && archive.read(preview.name);
  if (pdf) return context.nested({ bytes: pdf, filename: source.filename ?? preview.name });
  const old = archive.entries.find(({ name }) => OLD_DOCUMENT.test(name));
  const xml = old && archive.read(old.name);
  if (xml) writeOldDocument(xml, document);
  else await writeObjects(archive, document, context);
  document.warn(
    'Of this document only the text was read, without headings and numbers in tables: export it as PDF for all of it',
  );
}

async function writeObjects(
  archive: Archive,
  document: DocumentBuilder,
  { budget, alive }: ReadContext,
): Promise<void> {
  const packed = archive.read(PARTS_IN_ONE);
  const parts = packed ? await guardArchive(packed, budget) : archive;
  const names = parts.entries.map(({ name }) => name).filter((name) => name.endsWith('.iwa') && !UNUSED.test(name));
  if (names.length === 0) throw new ExtractError('The document is encrypted or damaged: export it as PDF');
  const { textsOf } = await import('../iwork/objects');
  let count = 0;
  for (const name of names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))) {
    const part = unpackedChunks(parts.read(name) ?? new Uint8Array(), budget.leftBytes);
    budget.use(part.length);
    alive();
    for (const { text } of textsOf(part)) {
      count += 1;
      if (count > TEXTS_MAX || document.full) return document.lose(`Texts beyond the first ${TEXTS_MAX} were left out`);
      for (const line of text.replace(/\ufffc/g, '').split(/[\n\r\u2028\u2029]/)) document.paragraph(line);
    }
  }
}

/** Documents of before 2013: paragraphs, and cells whose text is an attribute; not those that a template keeps. */
function writeOldDocument(xml: Uint8Array, document: DocumentBuilder): void {
  let [text, unused, inParagraph] = ['', 0, 0];
  const isUnused = (name: string) => /^[a-z]+:(prototypes|stylesheet|placeholder-text|metadata)$/.test(name);
  const parser = new Parser(
    {
      onopentag(name: string, attributes: Attributes) {
        if (isUnused(name)) unused += 1;
        if (name === 'sf:p') inParagraph += 1;
        if (name === 'sf:br' || name === 'sf:tab') text += ' ';
        const table = name === 'sf:tabular-model' ? attributes['sf:name'] : undefined;
        if (unused === 0 && table) document.heading(table, 3);
        const cell = name === 'sf:ct' ? attributes['sfa:s'] : name === 'sf:n' ? attributes['sf:v'] : undefined;
        if (unused === 0 && cell && !document.full) document.paragraph(cell);
      },
      ontext(content: string) {
        if (inParagraph > 0 && unused === 0) text += content;
      },
      onclosetag(name: string) {
        if (isUnused(name)) unused -= 1;
        if (name !== 'sf:p') return;
        inParagraph -= 1;
        if (!document.full) document.paragraph(text);
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(new TextDecoder().decode(xml));
}
