import type { OfficeIssue, OfficeMetadata, OfficeParserConfig, parseOffice, SupportedFileType } from 'officeparser';
import { type Archive, guardArchive } from '../archive';
import { withoutDamaged } from '../damaged-parts';
import type { DocumentBuilder } from '../document-builder';
import { codeOf, ExtractError, foreignReason, unreadable } from '../extract-error';
import { EXCELS_PASSWORD } from '../locked-office';
import type { FormatReader, ReadContext } from '../reader';
import { withReadingOrder } from '../slides/slide-order';
import { type OpenWord, openWord } from '../word/open-word';
import { Charts } from './charts';
import { withinElements } from './office-elements';
import { readEmbeddings } from './office-embeddings';
import { OfficePictures } from './office-pictures';
import { writeLinks } from './office-relations';
import { masterTextsOf, slidesOf } from './office-shapes';
import { OfficeTree } from './office-tree';
import { shownRichText } from './rtf-marks';

const fileTypes: readonly (readonly [RegExp, SupportedFileType])[] = [
  [/presentationml|powerpoint/, 'pptx'],
  [/wordprocessingml|ms-?word/, 'docx'],
  [/spreadsheetml|ms-excel/, 'xlsx'],
  [/opendocument\.presentation/, 'odp'],
  [/opendocument\.graphics/, 'odg'],
  [/opendocument\.text/, 'odt'],
  [/rtf/, 'rtf'],
];

const PARSE_OPTIONS = { ignoreSlideMasters: true, ignoreInternalLinks: true, ignorePageGeometry: true };

/** Word documents, presentations, rich text, and encrypted files of the office family. */
export const readOffice: FormatReader = async (source, document, context) => {
  const { budget, mediaType } = context;
  const fileType = fileTypes.find(([pattern]) => pattern.test(mediaType))?.[1];
  const archive = isArchive(source.bytes) ? await guardArchive(source.bytes, budget) : undefined;
  const decompressionLimits = { maxUncompressedBytes: Math.max(1, budget.leftBytes) };
  try {
    const sent = archive ? soundParts(source.bytes, archive, document) : source.bytes;
    const slides =
      archive && fileType === 'pptx' ? slidesOf(archive).filter((slide) => !archive.damaged.includes(slide)) : [];
    const ordered = archive ? withReadingOrder(sent, archive, slides) : sent;
    const isWord = fileType === 'docx' && archive !== undefined;
    const shown = fileType === 'rtf' ? shownText(ordered, document, context) : unchanged(ordered);
    const { bytes, hasNumbers } = isWord ? shownWord(sent, document, context) : shown;
    const config = { fileType, decompressionLimits, onWarning: (issue: OfficeIssue) => noteUnread(issue, document) };
    const { content, metadata, auxiliary } = await parsedOffice(bytes, source.password, config);
    describeOffice(metadata, document);
    const charts = archive && new Charts(archive, document);
    const tree = new OfficeTree(document, { hasNumbers, charts });
    const pictures = archive && new OfficePictures(archive, document, context);
    for (const [at, node] of content.entries()) {
      tree.write([node]);
      const slide = node.type === 'slide' ? slides[at] : undefined;
      if (slide) await pictures?.writeOf(slide);
    }
    charts?.writeRest();
    tree.writeOnce([...(auxiliary?.headers ?? []), ...(auxiliary?.footers ?? [])]);
    if (archive && pictures) await writeRest({ archive, pictures, slides }, document, context);
  } catch (error) {
    throw error instanceof ExtractError ? error : readable(error, source.password);
  }
};

function soundParts(bytes: Uint8Array, archive: Archive, document: DocumentBuilder): Uint8Array {
  return withinElements(withoutDamaged(bytes, archive, document), archive, document);
}

/** Content that the parser leaves out, in its words. */
function noteUnread({ code, message }: OfficeIssue, document: DocumentBuilder): void {
  if (/_(NOT_READ|LIMIT_EXCEEDED)$/.test(code)) document.warn(message.replace(/^\[OfficeParser\]:\s*/, ''));
}

const HIDDEN_LEFT_OUT =
  'Hidden text of the document was left out: show it in Word and send the file again, or read it with an extract ' +
  'strategy that has include_hidden';

function shownWord(sent: Uint8Array, document: DocumentBuilder, { includesHidden = false }: ReadContext): OpenWord {
  const word = openWord(sent, { includesHidden });
  if (!includesHidden) document.lose(HIDDEN_LEFT_OUT, word.hidden);
  return word;
}

function shownText(sent: Uint8Array, document: DocumentBuilder, { includesHidden = false }: ReadContext): OpenWord {
  const { bytes, hidden } = shownRichText(sent, { includesHidden });
  if (!includesHidden) document.lose(HIDDEN_LEFT_OUT, hidden);
  return unchanged(bytes);
}

function unchanged(bytes: Uint8Array): OpenWord {
  return { bytes, hasNumbers: false, hidden: 0 };
}

/** Content that officeparser does not report: texts of masters, pictures, links, files within the document. */
async function writeRest(
  { archive, pictures, slides }: { archive: Archive; pictures: OfficePictures; slides: readonly string[] },
  document: DocumentBuilder,
  context: ReadContext,
): Promise<void> {
  for (const text of masterTextsOf(slides, archive)) document.paragraph(text);
  await pictures.writeIn('word/media/');
  writeLinks(archive, document);
  await readEmbeddings(archive, context);
}

/** Excel encrypts files that are only protected against changes with a password of its own. */
async function parsedOffice(
  bytes: Uint8Array,
  password: string | undefined,
  config: OfficeParserConfig,
): Promise<Awaited<ReturnType<typeof parseOffice>>> {
  const { parseOffice: parse } = await import('officeparser');
  const open = (given: string | undefined) =>
    parse(Buffer.from(bytes), { ...PARSE_OPTIONS, ...config, password: given });
  try {
    return await open(password);
  } catch (error) {
    if (password !== undefined || !needsPassword(error)) throw error;
    return open(EXCELS_PASSWORD).catch(() => {
      throw error;
    });
  }
}

function needsPassword(error: unknown): boolean {
  return codeOf(error) === 'PASSWORD_REQUIRED' || /password-protected/.test(foreignReason(error));
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function describeOffice(metadata: OfficeMetadata, document: DocumentBuilder): void {
  const { title, description, subject, language } = metadata;
  document.describe({
    title,
    description: description ?? subject,
    language,
  });
}

function readable(error: unknown, password: string | undefined): ExtractError {
  const code = codeOf(error);
  const reason = foreignReason(error).replace(/^\[OfficeParser\]:\s*/, '');
  if (needsPassword(error)) {
    return new ExtractError(
      'The document is encrypted and no password was given: send it again with its password',
      'ERROR',
      { cause: error },
    );
  }
  if (code === 'PASSWORD_INCORRECT' || (password && /password/i.test(reason))) {
    return new ExtractError('The document is encrypted and the password that was given does not open it', 'ERROR', {
      cause: error,
    });
  }
  return unreadable('document', error);
}
