import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Archive } from '../archive';
import { partRelations, xmlOf } from '../formats/office-relations';
import { type Box, type Boxed, readingOrder } from './reading-order';
import { type Shape, shapesOf } from './slide-shapes';

/** Beyond it the shapes of a slide stay as they are stacked. */
const SHAPES_MAX = 1_000;
const TITLES = new Set(['title', 'ctrTitle']);
const RUNNING = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

/** A presentation whose slides have their shapes in the order in which people read, not in that of stacking. */
export function withReadingOrder(bytes: Uint8Array, archive: Archive, slides: readonly string[]): Uint8Array {
  const changed: Record<string, Uint8Array> = {};
  const positions = new ShapePositions(archive);
  for (const slide of slides) {
    const xml = xmlOf(slide, archive);
    const ordered = new OrderedSlide(xml, (shape) => positions.of(shape, slide)).xml;
    if (ordered !== xml) changed[slide] = strToU8(ordered);
  }
  if (Object.keys(changed).length === 0) return bytes;
  return zipSync({ ...unzipSync(bytes), ...changed }, { level: 0 });
}

/** A slide with shapes that stand beside each other in another order, and those of groups within them. */
class OrderedSlide {
  constructor(
    private readonly source: string,
    private readonly boxOf: (shape: Shape) => Box | undefined,
  ) {}

  get xml(): string {
    return this.inOrder({ start: 0, end: this.source.length, shapes: shapesOf(this.source) });
  }

  private inOrder({ start, end, shapes }: Pick<Shape, 'start' | 'end' | 'shapes'>): string {
    const order = shapes.length > SHAPES_MAX ? shapes : this.orderOf(shapes);
    const pieces: string[] = [];
    let written = start;
    for (const [at, shape] of shapes.entries()) {
      pieces.push(this.source.slice(written, shape.start), this.inOrder(order[at] ?? shape));
      written = shape.end;
    }
    return pieces.join('') + this.source.slice(written, end);
  }

  private orderOf(shapes: readonly Shape[]): Shape[] {
    const titles = shapes.filter(({ placeholder }) => TITLES.has(placeholder?.type ?? ''));
    const running = shapes.filter(({ placeholder }) => RUNNING.has(placeholder?.type ?? ''));
    const others = shapes.filter((shape) => !titles.includes(shape) && !running.includes(shape));
    const boxed: Boxed<Shape>[] = [];
    let last: Box = { left: 0, top: 0, right: 0, bottom: 0 };
    for (const shape of others.filter(({ hasContent }) => hasContent)) {
      // A shape without a known position gets that of the shape before it.
      last = this.boxOf(shape) ?? last;
      boxed.push({ item: shape, box: last });
    }
    return [...titles, ...readingOrder(boxed), ...others.filter(({ hasContent }) => !hasContent), ...running];
  }
}

/** Where shapes stand: places for text get theirs from the layout of the slide, or from its master. */
class ShapePositions {
  private readonly shapes = new Map<string, readonly Shape[]>();
  private readonly targets = new Map<string, string>();

  constructor(private readonly archive: Archive) {}

  of({ box, placeholder }: Shape, slide: string): Box | undefined {
    if (box || !placeholder) return box;
    const layout = this.named(slide, 'slideLayout');
    const master = this.named(layout, 'slideMaster');
    return (
      this.in(layout, ({ index, type }) => index === placeholder.index && type === placeholder.type) ??
      this.in(layout, ({ index }) => index === placeholder.index) ??
      this.in(master, ({ type }) => type === placeholder.type)
    );
  }

  private in(part: string, isIt: (placeholder: NonNullable<Shape['placeholder']>) => boolean): Box | undefined {
    const known = this.shapes.get(part) ?? shapesOf(xmlOf(part, this.archive));
    this.shapes.set(part, known);
    return known.find(({ box, placeholder }) => box && placeholder && isIt(placeholder))?.box;
  }

  /** Empty without one. */
  private named(part: string, type: string): string {
    const known = this.targets.get(part);
    if (known !== undefined) return known;
    const target = partRelations(part, this.archive).find((relation) => relation.type === type)?.target ?? '';
    this.targets.set(part, target);
    return target;
  }
}
