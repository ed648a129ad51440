/** A straight line along one of the axes, in points: where it stands, and from where to where it reaches. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

/** How pdf.js numbers what a page draws with. */
export interface LineCodes {
  readonly save: number;
  readonly restore: number;
  readonly transform: number;
  readonly paintFormXObjectBegin: number;
  readonly paintFormXObjectEnd: number;
  readonly constructPath: number;
  readonly endPath: number;
}

interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [x: number, y: number];

/** Drawings have more; tables have not. */
const RULES_MAX = 5_000;
const LENGTH_MIN = 4;
const SLANT_MAX = 0.7;
/** A filled box as narrow as this is a line. */
const THICKNESS_MAX = 2.5;
const STATES_MAX = 1_000;
const identity: Matrix = [1, 0, 0, 1, 0, 0];
/** Steps of a path, as pdf.js numbers them, with how many numbers follow. */
const [MOVE, LINE, CURVE, QUADRATIC, CLOSE] = [0, 1, 2, 3, 4];

/** Lines that a page draws, and the edges of its boxes. @param place of a point of the page, turned as its text is */
export function rulesOf(drawing: Drawing, codes: LineCodes, toPage: (x: number, y: number) => Point): Rules {
  const found = new FoundRules(toPage);
  const states: Matrix[] = [];
  let matrix = identity;
  drawing.fnArray.forEach((code, at) => {
    const args = drawing.argsArray[at];
    if (code === codes.save || code === codes.paintFormXObjectBegin) {
      if (states.length < STATES_MAX) states.push(matrix);
      if (code === codes.paintFormXObjectBegin && Array.isArray(args)) matrix = times(matrix, matrixOf(args[0]));
    } else if (code === codes.restore || code === codes.paintFormXObjectEnd) matrix = states.pop() ?? identity;
    else if (code === codes.transform) matrix = times(matrix, matrixOf(args));
    else if (code === codes.constructPath && Array.isArray(args) && args[0] !== codes.endPath)
      found.path(numbersIn(args[1]), matrix);
  });
  return found;
}

class FoundRules implements Rules {
  readonly horizontal: Rule[] = [];
  readonly vertical: Rule[] = [];

  constructor(private readonly toPage: (x: number, y: number) => Point) {}

  path(numbers: ArrayLike<number>, matrix: Matrix): void {
    let corners: Point[] = [];
    for (let at = 0; at < numbers.length;) {
      const step = numbers[at];
      const point = (offset: number): Point =>
        this.pointOf(numbers[at + offset] ?? 0, numbers[at + offset + 1] ?? 0, matrix);
      if (step === MOVE) {
        this.shape(corners);
        corners = [point(1)];
      } else if (step === LINE) corners.push(point(1));
      else if (step === CURVE || step === QUADRATIC) {
        this.shape(corners);
        corners = [point(step === CURVE ? 5 : 3)];
      } else if (step === CLOSE && corners[0]) corners.push(corners[0]);
      at += step === CURVE ? 7 : step === QUADRATIC ? 5 : step === CLOSE ? 1 : 3;
    }
    this.shape(corners);
  }

  private pointOf(x: number, y: number, [a, b, c, d, e, f]: Matrix): Point {
    return this.toPage(a * x + c * y + e, b * x + d * y + f);
  }

  private shape(corners: readonly Point[]): void {
    if (corners.length < 2) return;
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
    if (corners.length > 3 && top - bottom <= THICKNESS_MAX)
      return this.add([left, (top + bottom) / 2], [right, (top + bottom) / 2]);
    if (corners.length > 3 && right - left <= THICKNESS_MAX)
      return this.add([(left + right) / 2, bottom], [(left + right) / 2, top]);
    corners.slice(1).forEach((corner, at) => this.add(corners[at] ?? corner, corner));
  }

  private add([x1, y1]: Point, [x2, y2]: Point): void {
    if (this.horizontal.length + this.vertical.length >= RULES_MAX) return;
    const [width, height] = [Math.abs(x1 - x2), Math.abs(y1 - y2)];
    if (height <= SLANT_MAX && width >= LENGTH_MIN)
      this.horizontal.push({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2) });
    else if (width <= SLANT_MAX && height >= LENGTH_MIN)
      this.vertical.push({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2) });
  }
}

function numbersIn(value: unknown): ArrayLike<number> {
  const numbers: unknown = Array.isArray(value) ? value[0] : undefined;
  return numbers instanceof Float32Array ? numbers : [];
}

function matrixOf(value: unknown): Matrix {
  if (!Array.isArray(value) && !(value instanceof Float32Array)) return identity;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(value, Number);
  return [a, b, c, d, e, f];
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Rules on one line put together where they touch, sorted by where they stand. */
export function joinedRules(rules: readonly Rule[], tolerance: number): Rule[] {
  const sorted = [...rules].sort((one, other) => one.at - other.at || one.from - other.from);
  const bands: Rule[][] = [];
  for (const rule of sorted) {
    const band = bands.at(-1);
    if (band?.[0] && rule.at - band[0].at <= tolerance) band.push(rule);
    else bands.push([rule]);
  }
  return bands.flatMap((band) => joinedBand(band, tolerance));
}

function joinedBand(band: readonly Rule[], tolerance: number): Rule[] {
  const at = band.reduce((sum, rule) => sum + rule.at, 0) / band.length;
  const joined: { at: number; from: number; to: number }[] = [];
  for (const { from, to } of [...band].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + tolerance) last.to = Math.max(last.to, to);
    else joined.push({ at, from, to });
  }
  return joined;
}
