import type { RstNode, RstToHtmlCompiler } from 'rst-compiler';
import type { DocumentBuilder } from '../document-builder';
import { foreignReason } from '../extract-error';
import type { FormatReader } from '../reader';
import { tableOfRows } from '../table-grid';
import { readCsv } from './csv';
import { decodedText } from './decoded-text';
import { rstParts } from './rst-parts';

const DEPTH_MAX = 60;
/** Bodies with more of any are kept as written: the parser's time grows with their square, or third power. */
const BODY_CHARS_MAX = 100_000;
const RULES_MAX = 60;
const LINE_CHARS_MAX = 10_000;
/** Directives that show nothing, or whose arguments are names and not text. */
const silent = new Set(
  'contents raw default-role highlight toctree include image meta sectnum target-notes index only'.split(' '),
);
const verbatim = new Set('code code-block sourcecode literalinclude math parsed-literal highlight prompt'.split(' '));

export const readRstFile: FormatReader = async (source, document) => {
  await readRst(decodedText(source, document), document);
};

/** Mark-up removed. What the parser does not understand stays as it was written. */
export async function readRst(rst: string, document: DocumentBuilder): Promise<void> {
  const { RstToHtmlCompiler } = await import('rst-compiler');
  for (const part of rstParts(rst.replace(/^\ufeff/, ''))) {
    if (document.full) return;
    if ('title' in part) {
      document.heading(titleText(part.title), part.level);
    } else if (isInvolved(part.body)) {
      document.lose('Parts of the reStructuredText that are too complex were kept as written');
      document.verbatim('paragraph', part.body);
    } else {
      readBody(part.body, new RstToHtmlCompiler(), document);
    }
  }
}

function readBody(body: string, compiler: RstToHtmlCompiler, document: DocumentBuilder): void {
  try {
    const { root } = compiler.parse(body, { disableErrors: true, disableWarnings: true });
    for (const node of root.children) writeNode(node, document, 0);
  } catch (error) {
    document.warn(
      `Parts of the reStructuredText could not be parsed and were kept as written: ${foreignReason(error)}`,
    );
    document.verbatim('paragraph', body);
  }
}

function titleText(title: string): string {
  return title.replace(/``?([^`]*)``?/g, '$1').replace(/:[a-z-]{1,40}:(?=[^\s:])/g, '');
}

/** Lines that are mark-up and nothing else are rules, and borders of tables. */
function isInvolved(body: string): boolean {
  if (body.length > BODY_CHARS_MAX) return true;
  let rules = 0;
  for (const line of body.split('\n')) {
    if (line.length > LINE_CHARS_MAX) return true;
    if (line.trim() !== '' && !/[\p{L}\p{N}]/u.test(line)) rules += 1;
    if (rules > RULES_MAX) return true;
  }
  return false;
}

function writeNode(node: RstNode, document: DocumentBuilder, depth: number): void {
  if (depth > DEPTH_MAX) return document.paragraph(node.textContent);
  switch (node.nodeType) {
    case 'Section':
      return document.heading(inlineText(node), numberMember(node, 'level') ?? 2);
    case 'Paragraph':
    case 'BlockquoteAttribution':
    case 'LineBlockLine':
      return writeParagraph(node, document);
    case 'LineBlock':
      return document.paragraph(node.children.map(inlineText).join('\n'));
    case 'BulletList':
    case 'EnumeratedList':
      return writeList(node, document, depth);
    case 'LiteralBlock':
    case 'DoctestBlock':
      return document.code(node.textContent);
    case 'Table':
      return writeTable(node, document);
    case 'FieldListItem':
    case 'OptionListItem':
      return document.listItem(fieldText(node));
    case 'Directive':
      return writeDirective(node, document, depth);
    case 'Comment':
    case 'HyperlinkTarget':
    case 'SubstitutionDef':
    case 'Transition':
      return;
    default:
      if (isInline(node)) return document.paragraph(inlineText(node));
      for (const child of node.children) writeNode(child, document, depth + 1);
  }
}

function writeParagraph(node: RstNode, document: DocumentBuilder): void {
  // `Text::` announces a literal block; one colon of it is text.
  document.paragraph(inlineText(node).trimEnd().replace(/::$/, ':').replace(/\n\s*/g, ' '));
}

function writeList(list: RstNode, document: DocumentBuilder, depth: number): void {
  list.children.forEach((item, index) => {
    const [first, ...rest] = item.children;
    if (!first) return;
    const marker = list.nodeType === 'EnumeratedList' ? `${index + 1}. ` : '';
    document.listItem(marker + inlineText(first).replace(/\n\s*/g, ' '), depth);
    for (const child of rest) writeNode(child, document, depth + 1);
  });
}

function writeTable(table: RstNode, document: DocumentBuilder): void {
  const rows = table.children.map((row) => ({
    header: booleanMember(row, 'isHeadRow'),
    cells: row.children.map((cell) => ({
      text: cell.children.map(inlineText).join(' '),
      columns: numberMember(cell, 'colSpan'),
      rows: numberMember(cell, 'rowSpan'),
    })),
  }));
  document.table(tableOfRows(rows));
}

function writeDirective(node: RstNode, document: DocumentBuilder, depth: number): void {
  const name = textMember(node, 'directive');
  const body = textMember(node, 'rawBodyText');
  if (verbatim.has(name)) return document.code(body);
  if (silent.has(name)) return;
  if (name === 'csv-table') return readCsv(node.textContent, document, textMember(node, 'initContentText'));
  if (name === 'list-table') return writeListTable(node, document);
  for (const child of node.children) writeNode(child, document, depth + 1);
}

/** A list of lists: the first row is the header. */
function writeListTable(node: RstNode, document: DocumentBuilder): void {
  const rows = node.children
    .flatMap((list) => list.children)
    .map((item) => {
      const cells = item.children.flatMap((list) => list.children);
      return { cells: cells.map((cell) => ({ text: inlineText(cell) })) };
    });
  document.table(
    tableOfRows(
      rows.map((row, index) => ({ ...row, header: index === 0 })),
      textMember(node, 'initContentText'),
    ),
  );
}

function fieldText(node: RstNode): string {
  const name = textMember(node, 'name') || nodesMember(node, 'name').map(inlineText).join('');
  const body = node.children.map(inlineText).join(' ');
  return name === '' ? body : `${name}: ${body}`;
}

/** Text without the mark-up of roles, and without the target of `text <target>`. */
function inlineText(node: RstNode): string {
  if (node.nodeType === 'InterpretedText') return withoutTarget(node.textContent).replace(/^[~!]/, '');
  if (node.children.length === 0 || node.nodeType === 'HyperlinkRef') return node.textContent;
  const gap = node.children.every(isInline) ? '' : ' ';
  return node.children.map(inlineText).join(gap);
}

/** `text <target>` */
function withoutTarget(text: string): string {
  const start = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  return start === -1 ? text : text.slice(0, start).trimEnd();
}

const inlineTypes = new Set(
  'Text Emphasis StrongEmphasis InlineLiteral HyperlinkRef InterpretedText FootnoteRef CitationRef SubstitutionRef InlineInternalTarget'.split(
    ' ',
  ),
);

function isInline(node: RstNode): boolean {
  return inlineTypes.has(node.nodeType);
}

/** Node classes differ in their members and are distinguished by `nodeType` only. */
function member(node: RstNode, name: string): unknown {
  return Reflect.get(node, name);
}

function textMember(node: RstNode, name: string): string {
  const value = member(node, name);
  return typeof value === 'string' ? value : '';
}

function numberMember(node: RstNode, name: string): number | undefined {
  const value = member(node, name);
  return typeof value === 'number' ? value : undefined;
}

function booleanMember(node: RstNode, name: string): boolean {
  return member(node, name) === true;
}

function nodesMember(node: RstNode, name: string): RstNode[] {
  const value = member(node, name);
  return Array.isArray(value) ? value : [];
}
