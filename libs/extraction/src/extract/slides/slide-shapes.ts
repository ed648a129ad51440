import { Parser } from 'htmlparser2';
import type { Attributes } from '../formats/html-attributes';
import type { Box } from './reading-order';

const SHAPES = /^(p:(sp|pic|graphicFrame|grpSp|cxnSp|contentPart)|mc:AlternateContent)$/;
const PARENTS = /^p:(spTree|grpSp)$/;
/** Shapes that always have content; the others do where they have text. */
const TELLING = /^p:(pic|graphicFrame)$/;

/** A shape of a slide, as a piece of its XML. */
export interface Shape {
  readonly start: number;
  readonly end: number;
  /** Where it says that it stands. */
  readonly box?: Box;
  /** A place for text that the layout knows. */
  readonly placeholder?: { readonly type: string; readonly index: string };
  /** Whether there is something in it to read. */
  readonly hasContent: boolean;
  /** Of a group. */
  readonly shapes: readonly Shape[];
}

type Open = { -readonly [K in keyof Shape]: Shape[K] } & {
  readonly shapes: Shape[];
  readonly name: string;
  readonly depth: number;
  corner?: { readonly x: number; readonly y: number };
};

/** The shapes of a slide, a layout or a master, as they are stacked. */
export function shapesOf(xml: string): Shape[] {
  const reader = new SlideShapeReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes, parser.startIndex),
      ontext: (text) => reader.text(text),
      onclosetag: () => reader.close(parser.endIndex + 1),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return reader.shapes;
}

class SlideShapeReader {
  readonly shapes: Shape[] = [];
  private readonly path: string[] = [];
  private readonly stack: Open[] = [];

  open(name: string, attributes: Attributes, start: number): void {
    if (SHAPES.test(name) && PARENTS.test(this.path.at(-1) ?? '')) this.begin(name, start);
    else this.describe(name, attributes);
    this.path.push(name);
  }

  text(text: string): void {
    const shape = this.stack.at(-1);
    if (shape && /(^|:)t$/.test(this.path.at(-1) ?? '') && /\S/.test(text)) shape.hasContent = true;
  }

  close(end: number): void {
    this.path.pop();
    const shape = this.stack.at(-1);
    if (!shape || shape.depth !== this.path.length) return;
    this.stack.pop();
    const { start, box, placeholder, hasContent, shapes } = shape;
    const above = this.stack.at(-1);
    if (above && hasContent) above.hasContent = true;
    (above?.shapes ?? this.shapes).push({ start, end, box, placeholder, hasContent, shapes });
  }

  private begin(name: string, start: number): void {
    const hasContent = TELLING.test(name);
    this.stack.push({ name, start, end: start, depth: this.path.length, hasContent, shapes: [] });
  }

  private describe(name: string, attributes: Attributes): void {
    const shape = this.stack.at(-1);
    if (!shape) return;
    if (name === 'p:ph') shape.placeholder ??= { type: attributes['type'] ?? 'body', index: attributes['idx'] ?? '0' };
    else if (name === 'a:off' && !shape.box) shape.corner ??= cornerOf(attributes);
    else if (name === 'a:ext' && attributes['cx'] !== undefined && shape.corner)
      shape.box ??= boxOf(shape.corner, attributes);
    else if (name === 'm:oMath') shape.hasContent = true;
  }
}

function cornerOf(attributes: Attributes): { x: number; y: number } | undefined {
  const [x, y] = [Number(attributes['x']), Number(attributes['y'])];
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

function boxOf({ x, y }: { readonly x: number; readonly y: number }, attributes: Attributes): Box | undefined {
  const [width, height] = [Number(attributes['cx']), Number(attributes['cy'])];
  if (!(width >= 0 && height >= 0)) return undefined;
  return { left: x, top: y, right: x + width, bottom: y + height };
}
