import type { OfficeContentNode } from 'officeparser';
import type { DocumentBuilder } from '../document-builder';
import { type GridRow, tableOfRows } from '../table-grid';
import { titledTable } from '../table-title';
import type { Charts } from './charts';
import { raisedMark } from './raised-text';

const DEPTH_MAX = 100;
const inline = new Set(['text', 'break', 'image']);

/** Nodes that belong to a line of text; equations always do. */
function isInline(node: OfficeContentNode): boolean {
  return inline.has(node.type) || isEquation(node);
}

function isEquation(node: OfficeContentNode): boolean {
  return node.type === 'code' && node.metadata?.math !== undefined;
}

interface KnownParts {
  /** Whether items of numbered lists begin with their numbers. */
  readonly hasNumbers: boolean;
  readonly charts?: Charts;
}

/** Writes the tree that officeparser makes of a document: a slide or page of it is a page. */
export class OfficeTree {
  constructor(
    private readonly document: DocumentBuilder,
    private readonly known: KnownParts,
  ) {}

  write(nodes: readonly OfficeContentNode[]): void {
    for (const node of nodes) this.node(node, 0);
  }

  /** Headers and footers: each text once, page numbers not at all. */
  writeOnce(nodes: readonly OfficeContentNode[]): void {
    const texts = new Set(nodes.map((node) => deepText(node, 0).trim()));
    for (const text of texts) if (/\p{L}{3}/u.test(text)) this.document.paragraph(text);
  }

  private node(node: OfficeContentNode, depth: number): void {
    if (this.document.full) return;
    if (depth > DEPTH_MAX) return this.document.lose(`Parts nested deeper than ${DEPTH_MAX} were left out`);
    switch (node.type) {
      case 'slide':
      case 'page':
        this.document.startPage();
        this.children(node, depth);
        break;
      case 'sheet':
        this.document.startPage();
        this.document.heading(node.metadata?.sheetName ?? '', 2);
        this.document.table(titledTable(tableOfRows(officeTableRows(node))));
        break;
      case 'heading':
        this.document.heading(ownLineText(node), node.metadata?.level ?? 2);
        this.blocksWithin(node, depth);
        break;
      case 'list':
        this.listItem(node, depth);
        break;
      case 'table':
        this.document.table(titledTable(tableOfRows(officeTableRows(node))));
        break;
      case 'code':
        this.document.code(ownLineText(node));
        break;
      case 'paragraph':
        if (/^(title|titel|titre|título|titolo)$/i.test(node.metadata?.style ?? ''))
          this.document.heading(ownLineText(node), 1);
        else this.document.paragraph(ownLineText(node));
        this.blocksWithin(node, depth);
        break;
      case 'text':
      case 'definitionTerm':
        this.document.paragraph(ownLineText(node));
        this.blocksWithin(node, depth);
        break;
      case 'image':
        this.document.paragraph(node.metadata?.altText ?? '');
        break;
      case 'chart':
        this.known.charts?.write(`ppt/charts/${node.metadata?.attachmentName ?? ''}`);
        break;
      default:
        this.children(node, depth);
    }
    this.aside(node, depth);
  }

  private listItem(node: OfficeContentNode & { type: 'list' }, depth: number): void {
    const { listType, indentation = 0, itemIndex = 0 } = node.metadata ?? {};
    const text = ownLineText(node);
    const isCounted = listType === 'ordered' && !this.known.hasNumbers;
    this.document.listItem(isCounted ? `${itemIndex + 1}. ${text}` : text, indentation);
    this.blocksWithin(node, depth);
  }

  private children(node: OfficeContentNode, depth: number): void {
    const children = node.children ?? [];
    if (children.length > 0 && children.every(isInline)) this.document.paragraph(ownLineText(node));
    else for (const child of children) this.node(child, depth + 1);
  }

  /** Blocks inside a paragraph, such as a table in a text box. */
  private blocksWithin(node: OfficeContentNode, depth: number): void {
    for (const child of node.children ?? []) if (!isInline(child)) this.node(child, depth + 1);
  }

  /** Speaker notes, footnotes and comments follow what they belong to. */
  private aside(node: OfficeContentNode, depth: number): void {
    for (const note of node.notes ?? []) this.node(note, depth + 1);
    for (const comment of node.comments ?? []) this.node(comment, depth + 1);
    for (const child of node.children ?? []) if (isInline(child)) this.aside(child, depth + 1);
  }
}

function officeTableRows(table: OfficeContentNode): GridRow[] {
  return (table.children ?? [])
    .filter(({ type }) => type === 'row')
    .map((row) => ({
      cells: (row.children ?? []).map((cell) => {
        const spans = cell.type === 'cell' ? cell.metadata : undefined;
        return { text: deepText(cell, 0), columns: spans?.colSpan, rows: spans?.rowSpan };
      }),
    }));
}

/** Text of a node's own line; blocks within it come after. */
function ownLineText(node: OfficeContentNode): string {
  const children = node.children ?? [];
  if (children.length === 0) return node.text ?? '';
  return officeLine(children);
}

/** Powers keep a mark: without it 10⁶ would be 106. */
function officeLine(nodes: readonly OfficeContentNode[]): string {
  let line = '';
  let isBehindEquation = false;
  for (const node of nodes) {
    const text = inlineText(node);
    if (isBehindEquation && isEquation(node)) line += '\n';
    isBehindEquation = isEquation(node);
    line += `${markBefore(node, line, text)}${text}`;
  }
  return line;
}

function markBefore(node: OfficeContentNode, line: string, text: string): string {
  const { superscript, subscript } = ('formatting' in node && node.formatting) || {};
  if (superscript) return raisedMark(line, text, 'above');
  return subscript ? raisedMark(line, text, 'below') : '';
}

function inlineText(node: OfficeContentNode): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'image') return node.metadata?.altText ? ` ${node.metadata.altText} ` : '';
  return node.type === 'text' || isEquation(node) ? (node.text ?? '') : '';
}

function deepText(node: OfficeContentNode, depth: number): string {
  const children = node.children ?? [];
  if (children.length === 0 || depth > DEPTH_MAX) return inlineText(node) || (node.text ?? '');
  const gap = children.every(isInline) ? '' : ' ';
  if (gap === '') return officeLine(children);
  return children.map((child) => deepText(child, depth + 1)).join(gap);
}
