import { marks } from './citations';

/** A node of the tree that Markdown becomes, as far as marks matter. */
export interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const MARK = new RegExp(`(${marks.cite}\\d+${marks.citeEnd}|${marks.unsupported}|${marks.unsupportedEnd})`);
const STRAY = /[\uE000-\uE003]/g;

const element = (tagName: string, className: string, children: Node[]): Node => ({
  type: 'element',
  tagName,
  properties: { className: [className] },
  children,
});
const text = (value: string): Node => ({ type: 'text', value: value.replaceAll(STRAY, '') });

/** Replacement of the text between two marks, anywhere in the tree. */
class MarkedTree {
  private isUnsupported = false;

  visit(node: Node): Node[] {
    if (node.type === 'text') return this.pieces(node.value ?? '');
    if (node.children) node.children = node.children.flatMap((child) => this.visit(child));
    return [node];
  }

  private pieces(value: string): Node[] {
    return value.split(MARK).flatMap((piece) => this.piece(piece));
  }

  private piece(piece: string): Node[] {
    if (piece === '') return [];
    if (piece.startsWith(marks.cite)) return [element('cite', 'citation', [text(piece.slice(1, -1))])];
    if (piece === marks.unsupported) this.isUnsupported = true;
    else if (piece === marks.unsupportedEnd) return this.end();
    else return [this.isUnsupported ? element('span', 'unsupported', [text(piece)]) : text(piece)];
    return [];
  }

  private end(): Node[] {
    this.isUnsupported = false;
    return [element('small', 'unsupported-note', [])];
  }
}

/** A plugin of the Markdown renderer: citations become `cite` elements, unsupported sentences get a note. */
export function markTree() {
  return (tree: Node): void => {
    new MarkedTree().visit(tree);
  };
}
