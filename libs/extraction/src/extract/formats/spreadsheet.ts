import type { WorkBook, WorkSheet } from '@e965/xlsx';
import { type Archive, guardArchive } from '../archive';
import { withoutDamaged } from '../damaged-parts';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, foreignReason, unreadable } from '../extract-error';
import { EXCELS_PASSWORD, unlockedOffice } from '../locked-office';
import type { FormatReader, ReadContext, Source } from '../reader';
import { readOfficeProperties } from './office-properties';
import { writeOdfExtras } from './odf-extras';
import { odsFactsOf, withOdsStyles } from './ods-facts';
import { type CellChoice, HIDDEN_SHEETS, SheetCells } from './sheet-cells';
import { SheetExtras } from './sheet-extras';
import { NO_FACTS, type SheetFacts, sheetFactsOf, sheetPartsOf } from './sheet-facts';
import { sheetParts } from './sheet-tables';

const SHEETS_MAX = 200;
const ROWS_MAX = 200_000;
/** Of files that are no Office Open XML: what hides columns there is known only with all that styles cells. */
const STYLED_BYTES_MAX = 8 * 1024 * 1024;

/** Every sheet is its own page; hidden ones are left out, unless they are wanted. */
export const readSpreadsheet: FormatReader = async (source, document, context) => {
  const isArchive = source.bytes[0] === 0x50 && source.bytes[1] === 0x4b;
  const archive = isArchive ? await guardArchive(source.bytes, context.budget) : undefined;
  const bytes = archive ? withOdsStyles(withoutDamaged(source.bytes, archive, document), archive) : source.bytes;
  const workbook = await openedBook({ ...source, bytes });
  if (archive) readOfficeProperties(archive, document);
  document.describe({ title: workbook.Props?.Title });
  const extras = archive && new SheetExtras(archive, document, context);
  await writeSheets(workbook, { archive, extras, document }, context);
  if (!archive || document.full) return;
  await extras?.writeRest();
  await writeOdfExtras(archive, document, context);
};

interface SheetOutput {
  readonly archive?: Archive;
  readonly extras?: SheetExtras;
  readonly document: DocumentBuilder;
}

async function writeSheets(workbook: WorkBook, output: SheetOutput, context: ReadContext): Promise<void> {
  const { archive, extras, document } = output;
  const { includesHidden = false } = context;
  const names = workbook.SheetNames.slice(0, SHEETS_MAX);
  document.lose(`Sheets beyond the first ${SHEETS_MAX} were left out`, workbook.SheetNames.length - SHEETS_MAX);
  const parts = archive ? sheetPartsOf(archive) : undefined;
  const odsFacts = archive ? odsFactsOf(archive) : undefined;
  for (const [at, name] of names.entries()) {
    const sheet = workbook.Sheets[name];
    if (!sheet) continue;
    const part = parts?.get(name);
    const isHidden = Boolean(workbook.Workbook?.Sheets?.[at]?.Hidden) || odsFacts?.[at]?.isHidden === true;
    if (isHidden && !includesHidden) {
      document.lose(HIDDEN_SHEETS);
      if (part !== undefined) extras?.leaveOut(part);
      continue;
    }
    document.startPage();
    document.heading(isHidden ? `${name} (hidden sheet)` : name, 2);
    const facts = odsFacts?.[at] ?? factsOf(part, output);
    const rows = writeSheet(sheet, { facts, includesHidden }, document);
    context.sheet?.(name, rows);
    if (part !== undefined) extras?.writeOf(part);
    // The parts read so far are no longer needed.
    delete workbook.Sheets[name];
    await context.handOver();
    if (document.full) return;
  }
}

function factsOf(part: string | undefined, { archive, document }: SheetOutput): SheetFacts {
  if (!archive || part === undefined) return NO_FACTS;
  const facts = sheetFactsOf(part, archive);
  if (!facts) document.lose('Sheets larger than 100 MiB were read with their hidden content');
  return facts ?? NO_FACTS;
}

/** @throws ExtractError when it is damaged, or needs another password */
async function openedBook(source: Source): Promise<WorkBook> {
  const sent = await open(source.bytes);
  const book = sent ?? (await open(await unlockedOffice(source, EXCELS_PASSWORD)));
  if (book) return book;
  throw new ExtractError('The spreadsheet is encrypted in a way that cannot be opened here: save it as .xlsx');
}

/** Undefined where it is encrypted. */
async function open(bytes: Uint8Array): Promise<WorkBook | undefined> {
  const { read } = await import('@e965/xlsx');
  const isXml =
    bytes[0] === 0x50 && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('xl/workbook.bin');
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellDates: true,
      cellHTML: false,
      // Tells times of day from dates.
      cellNF: true,
      cellFormula: false,
      dateNF: 'yyyy-mm-dd',
      // Tells which columns are hidden where they are not looked up in the file itself.
      cellStyles: !isXml && bytes.length <= STYLED_BYTES_MAX,
      sheetRows: ROWS_MAX,
    });
  } catch (error) {
    if (/password|encrypt/i.test(foreignReason(error))) return undefined;
    throw unreadable('spreadsheet', error);
  }
}

/** @returns its rows */
function writeSheet(sheet: WorkSheet, choice: CellChoice, document: DocumentBuilder): readonly (readonly string[])[] {
  document.lose(`Rows of sheets beyond the first ${ROWS_MAX} were left out`, rowsLeftOut(sheet));
  const cells = new SheetCells(sheet, choice);
  const grid = cells.grid(document);
  for (const part of sheetParts(grid)) {
    if ('table' in part) document.table(part.table);
    else document.paragraph(part.text);
  }
  for (const note of cells.notes()) document.paragraph(note);
  return grid.rows;
}

/** The last row that a sheet says it has, beyond those that were read. */
function rowsLeftOut(sheet: WorkSheet): number {
  const range: unknown = Reflect.get(sheet, '!fullref');
  const last = typeof range === 'string' ? Number(/:[A-Z]+(\d+)$/.exec(range)?.[1] ?? 0) : 0;
  return (sheet['!data']?.length ?? 0) >= ROWS_MAX ? last - ROWS_MAX : 0;
}
