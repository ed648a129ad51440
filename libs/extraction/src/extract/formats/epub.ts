import { Parser } from 'htmlparser2';
import { type Archive, guardArchive } from '../archive';
import { looksBinary } from '../binary';
import { DAMAGED_PARTS } from '../damaged-parts';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, foreignReason, unreadable } from '../extract-error';
import { eachElement } from '../numbering/word-numbering';
import type { FormatReader } from '../reader';
import { decodedText } from './decoded-text';
import { declaredCharset, readHtml } from './html';
import { xmlOf } from './office-relations';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const CHAPTERS_MAX = 20_000;
/** Fonts that are only made unreadable for other books. */
const FONTS = /obfuscation|#RC$/i;

interface Item {
  readonly path: string;
  readonly isPage: boolean;
  /** A list of contents for programs. */
  readonly isContents: boolean;
}

/** The chapters of a book in the order of its spine. One that cannot be read costs only itself. */
export const readEpub: FormatReader = async (source, document, context) => {
  const archive = await guardArchive(source.bytes, context.budget);
  const book = packageOf(archive);
  describeBook(book.xml, document);
  const locked = lockedParts(archive);
  const chapters = spineOf(book).filter(({ isContents }) => !isContents);
  document.lose(`Chapters beyond the first ${CHAPTERS_MAX} of the book were left out`, chapters.length - CHAPTERS_MAX);
  if (chapters.length > 0 && chapters.every(({ path }) => locked.has(path)))
    throw new ExtractError('The book is encrypted for one reading program: send a copy without such protection');
  for (const { path } of chapters.slice(0, CHAPTERS_MAX)) {
    if (locked.has(path))
      document.lose('Chapters that are encrypted were left out: send a copy without such protection');
    else readChapter(path, archive, document);
    context.alive();
    if (document.full) return;
  }
};

function readChapter(path: string, archive: Archive, document: DocumentBuilder): void {
  if (archive.damaged.includes(path)) return document.lose(DAMAGED_PARTS);
  const bytes = archive.read(path) ?? readAnyCase(path, archive);
  if (!bytes) return document.warn(`The book lists the chapter ${path}, which is not in the file: export it again`);
  if (looksBinary(bytes)) return document.lose(DAMAGED_PARTS);
  try {
    readHtml(decodedText({ bytes }, document, declaredCharset(bytes)), document);
  } catch (error) {
    document.warn(`The chapter ${path} was not read to its end: ${foreignReason(error)}`);
  }
}

/** Some programs do not tell capital letters from small ones in the names of files. */
function readAnyCase(path: string, archive: Archive): Uint8Array | undefined {
  const named = archive.entries.find(({ name }) => name.toLowerCase() === path.toLowerCase());
  return named && archive.read(named.name);
}

interface Package {
  readonly xml: string;
  readonly folder: string;
}

/** @throws ExtractError where the book does not say what it consists of */
function packageOf(archive: Archive): Package {
  let named = '';
  eachElement(xmlOf(CONTAINER, archive), (element, attributes) => {
    if (/(^|:)rootfile$/.test(element)) named ||= attributes['full-path'] ?? '';
  });
  const path = [named, ...archive.entries.map(({ name }) => name)].find(
    (name) => /\.opf$/i.test(name) && archive.read(name) !== undefined,
  );
  if (path === undefined) throw unreadable('book', 'it has no content that is listed');
  return { xml: xmlOf(path, archive), folder: path.slice(0, path.lastIndexOf('/') + 1) };
}

function spineOf({ xml, folder }: Package): Item[] {
  const items = new Map<string, Item>();
  const spine = new Map<string, Item>();
  eachElement(xml, (element, attributes) => {
    if (/(^|:)item$/.test(element)) {
      const isPage = /html/i.test(attributes['media-type'] ?? '');
      const isContents = (attributes['properties'] ?? '').split(/\s+/).includes('nav');
      items.set(attributes['id'] ?? '', { path: bookPath(attributes['href'] ?? '', folder), isPage, isContents });
    } else if (/(^|:)itemref$/.test(element)) {
      const item = items.get(attributes['idref'] ?? '');
      if (item?.isPage) spine.set(item.path, item);
    }
  });
  return [...spine.values()];
}

/** An address within the book as the name of a part. */
function bookPath(href: string, folder: string): string {
  const steps: string[] = [];
  for (const step of `${folder}${withoutEscapes(href.split('#', 1)[0] ?? '')}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function withoutEscapes(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function lockedParts(archive: Archive): Set<string> {
  const locked = new Set<string>();
  let method = '';
  eachElement(xmlOf(ENCRYPTION, archive), (element, attributes) => {
    if (/(^|:)EncryptedData$/.test(element)) method = '';
    if (/(^|:)EncryptionMethod$/.test(element)) method ||= attributes['Algorithm'] ?? '';
    if (/(^|:)CipherReference$/.test(element) && !FONTS.test(method)) locked.add(bookPath(attributes['URI'] ?? '', ''));
  });
  return locked;
}

function describeBook(xml: string, document: DocumentBuilder): void {
  const properties = new Map<string, string>();
  let open = '';
  const parser = new Parser(
    {
      onopentag: (name) => void (open = properties.has(name) ? '' : name),
      ontext: (text) => void (/^dc:/.test(open) && properties.set(open, (properties.get(open) ?? '') + text)),
      onclosetag: () => void (open = ''),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  document.describe({
    title: properties.get('dc:title'),
    description: properties.get('dc:description') ?? properties.get('dc:subject'),
    language: properties.get('dc:language'),
  });
}
