import type { DocumentBuilder } from '../document-builder';
import { foreignReason } from '../extract-error';
import type { ReadContext } from '../reader';
import { readHtml } from './html';
import { readMarkdown } from './markdown';
import { readPicture } from './picture';

const CELLS_MAX = 100_000;
const OUTPUTS_MAX = 1_000;
/** Colours of terminals. */
const ESCAPES = /\u001b\[[0-9;]{0,20}[A-Za-z]/g;
const PICTURE = /^image\/(png|jpeg|gif|webp)$/;

/** A member of a value that is an object. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Whether a value of JSON is a notebook of Jupyter. */
export function isNotebook(value: unknown): boolean {
  return typeof member(value, 'nbformat') === 'number' && cellsOf(value) !== undefined;
}

/** Text, code and outputs of a notebook, cell by cell; pictures in outputs are read where pictures are. */
export async function readNotebook(notebook: unknown, document: DocumentBuilder, context: ReadContext): Promise<void> {
  const title = member(member(notebook, 'metadata'), 'title');
  if (typeof title === 'string') document.describe({ title });
  const cells = cellsOf(notebook) ?? [];
  document.lose(`Cells beyond the first ${CELLS_MAX} of the notebook were left out`, cells.length - CELLS_MAX);
  for (const cell of cells.slice(0, CELLS_MAX)) {
    await readCell(cell, document, context);
    if (document.full) return;
  }
}

/** Notebooks before version 4 have them in worksheets. */
function cellsOf(notebook: unknown): readonly unknown[] | undefined {
  const cells = member(notebook, 'cells');
  if (Array.isArray(cells)) return cells;
  const sheets = member(notebook, 'worksheets');
  return Array.isArray(sheets) ? sheets.flatMap((sheet) => listOrEmpty(member(sheet, 'cells'))) : undefined;
}

async function readCell(cell: unknown, document: DocumentBuilder, context: ReadContext): Promise<void> {
  const kind = member(cell, 'cell_type');
  const source = notebookText(member(cell, 'source') ?? member(cell, 'input'));
  if (kind === 'markdown') await readMarkdown(source, document);
  else if (kind === 'heading') document.heading(source, Number(member(cell, 'level')) || 1);
  else if (kind === 'code') document.code(source);
  else document.verbatim('paragraph', source.trim());
  const attached = Object.values(Object(member(cell, 'attachments') ?? {}));
  for (const data of attached.slice(0, OUTPUTS_MAX)) await readPictureOf(data, document, context);
  const outputs = listOrEmpty(member(cell, 'outputs'));
  document.lose(`Outputs beyond the first ${OUTPUTS_MAX} of a cell were left out`, outputs.length - OUTPUTS_MAX);
  for (const output of outputs.slice(0, OUTPUTS_MAX)) await readOutput(output, document, context);
}

async function readOutput(output: unknown, document: DocumentBuilder, context: ReadContext): Promise<void> {
  const name = member(output, 'ename');
  if (typeof name === 'string')
    return document.verbatim('paragraph', `${name}: ${notebookText(member(output, 'evalue'))}`);
  // Version 3 has the data beside the kind.
  const data = member(output, 'data') ?? output;
  const html = notebookText(member(data, 'text/html') ?? member(data, 'html'));
  const markdown = notebookText(member(data, 'text/markdown'));
  const plain = notebookText(member(data, 'text/plain') ?? member(data, 'text'));
  if (/<table[\s>]/i.test(html)) readHtml(html, document);
  else if (markdown !== '') await readMarkdown(markdown, document);
  else if (plain !== '' && !isOnlyPicture(data, plain)) document.verbatim('paragraph', plain.trimEnd());
  else if (plain === '' && html !== '') readHtml(html, document);
  await readPictureOf(data, document, context);
}

/** `<Figure size 640x480 with 1 Axes>` says nothing beside the picture. */
function isOnlyPicture(data: unknown, plain: string): boolean {
  return picturesIn(data).length > 0 && /^<[^<>]{1,200}>$/.test(plain.trim());
}

async function readPictureOf(data: unknown, document: DocumentBuilder, context: ReadContext): Promise<void> {
  for (const picture of picturesIn(data)) {
    try {
      await readPicture({ bytes: Buffer.from(picture, 'base64') }, document, context);
    } catch (error) {
      document.lose(`Pictures of the notebook that cannot be read were left out (${foreignReason(error)})`);
    }
  }
}

function picturesIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const found = Object.entries(data).filter(([type]) => PICTURE.test(type) || type === 'png' || type === 'jpeg');
  return found.map(([, value]) => notebookText(value)).filter((value) => value !== '');
}

function listOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Lines are a list of them, or one text. */
function notebookText(value: unknown): string {
  const text = Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : value;
  return typeof text === 'string' ? text.replace(ESCAPES, '') : '';
}
