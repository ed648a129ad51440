/** Where something stands, in any unit; `top` grows downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Boxed<T> {
  readonly item: T;
  readonly box: Box;
}

/** Boxes of text reach a little beyond their content. */
const MARGIN = 0.05;
type Axis = readonly [from: 'left' | 'top', to: 'right' | 'bottom'];
const DOWN: Axis = ['top', 'bottom'];
const ACROSS: Axis = ['left', 'right'];

/**
 * In the order in which people read: parted where the gap is widest, again and again, the upper or left part
 * first. So columns of boxes are read one after the other, and rows where the gaps between rows are wider.
 */
export function readingOrder<T>(boxed: readonly Boxed<T>[]): T[] {
  return ordered(boxed.map(({ item, box }) => ({ item, box: shrunk(box) })));
}

function ordered<T>(boxed: readonly Boxed<T>[]): T[] {
  if (boxed.length < 2) return boxed.map(({ item }) => item);
  const [down, across] = [widestGap(boxed, DOWN), widestGap(boxed, ACROSS)];
  const cut = across.width > down.width ? across : down;
  if (cut.width > 0) return [...ordered(cut.before), ...ordered(cut.after)];
  // A shape below all others is their background, and comes first.
  const ground = boxed.find((one) => boxed.every((other) => holds(one.box, other.box)));
  if (!ground) return byBox(boxed);
  return [ground.item, ...ordered(boxed.filter((one) => one !== ground))];
}

interface Gap<T> {
  readonly width: number;
  readonly before: readonly Boxed<T>[];
  readonly after: readonly Boxed<T>[];
}

function widestGap<T>(boxed: readonly Boxed<T>[], [from, to]: Axis): Gap<T> {
  const sorted = [...boxed].sort((one, other) => one.box[from] - other.box[from]);
  let [reach, width, at] = [-Infinity, 0, 0];
  for (const [index, { box }] of sorted.entries()) {
    if (index > 0 && box[from] - reach > width) [width, at] = [box[from] - reach, index];
    reach = Math.max(reach, box[to]);
  }
  return { width, before: sorted.slice(0, at), after: sorted.slice(at) };
}

function byBox<T>(boxed: readonly Boxed<T>[]): T[] {
  return [...boxed]
    .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
    .map(({ item }) => item);
}

/** Whether the middle of another box is within one. */
function holds({ left, top, right, bottom }: Box, other: Box): boolean {
  const [x, y] = [(other.left + other.right) / 2, (other.top + other.bottom) / 2];
  return left <= x && x <= right && top <= y && y <= bottom;
}

function shrunk({ left, top, right, bottom }: Box): Box {
  const [x, y] = [(right - left) * MARGIN, (bottom - top) * MARGIN];
  return { left: left + x, right: right - x, top: top + y, bottom: bottom - y };
}
