import type { PDFiumPage } from '@hyzyla/pdfium';

/** Functions of PDFium that its package does not declare. Coordinates in points, y grows upwards. */
interface PdfiumFunctions {
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, at: number): number;
  /** Where the ink is: four doubles. */
  _FPDFText_GetCharBox(text: number, at: number, left: number, right: number, bottom: number, top: number): number;
  /** The place that the font gives the character: floats left, top, right, bottom. */
  _FPDFText_GetLooseCharBox(text: number, at: number, box: number): number;
  /** Two doubles. */
  _FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
  /** Radians, clockwise. */
  _FPDFText_GetCharAngle(text: number, at: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, at: number): number;
  _FPDFPageObj_GetType(object: number): number;
  /** Two integers. */
  _FPDFImageObj_GetImagePixelSize(object: number, width: number, height: number): number;
  /** Four floats. */
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  /** Quarter turns, clockwise. */
  _FPDFPage_GetRotation(page: number): number;
  /** Two integers. */
  _FPDF_PageToDevice(...given: readonly [...target: number[], x: number, y: number, toX: number, toY: number]): number;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** On the page as it is in the file. */
interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const SCRATCH_BYTES = 32;
/** PDFium maps to whole pixels: of this part of a point. Places are rounded to it. */
const PIXELS_PER_POINT = 100;

/** A page as it is shown: turned, cut, in points from its upper left corner, y growing downwards. */
export class ShownPage {
  readonly width: number;
  readonly height: number;
  /** Quarter turns, clockwise. */
  readonly rotation: number;
  readonly pdfium: PdfiumFunctions;
  readonly handle: number;
  /** Where functions put what they find. */
  readonly scratch: number;
  private readonly origin: Point;

  /** @param page not yet closed, and not closed before this is */
  constructor(page: PDFiumPage) {
    // The package hides it behind `private`; its version is pinned.
    this.pdfium = Reflect.get(page, 'module') as PdfiumFunctions;
    // As above.
    this.handle = Reflect.get(page, 'pageIdx') as number;
    const { originalWidth, originalHeight } = page.getOriginalSize();
    [this.width, this.height] = [rounded(originalWidth), rounded(originalHeight)];
    this.rotation = this.pdfium._FPDFPage_GetRotation(this.handle);
    this.scratch = this.pdfium.wasmExports.malloc(SCRATCH_BYTES);
    this.origin = this.originOfPage();
  }

  close(): void {
    this.pdfium.wasmExports.free(this.scratch);
  }

  pointAt(x: number, y: number): Point {
    const { origin } = this;
    if (this.rotation === 1) return { x: origin.x + y, y: origin.y + x };
    if (this.rotation === 2) return { x: origin.x - x, y: origin.y + y };
    if (this.rotation === 3) return { x: origin.x - y, y: origin.y - x };
    return { x: origin.x + x, y: origin.y - y };
  }

  /** Undefined outside of the visible page. */
  rectangleOf({ left, bottom, right, top }: Box): Rectangle | undefined {
    const [one, other] = [this.pointAt(left, bottom), this.pointAt(right, top)];
    const x = rounded(clamped(Math.min(one.x, other.x), this.width));
    const y = rounded(clamped(Math.min(one.y, other.y), this.height));
    const width = rounded(clamped(Math.max(one.x, other.x), this.width) - x);
    const height = rounded(clamped(Math.max(one.y, other.y), this.height) - y);
    return width > 0 && height > 0 ? { x, y, width, height } : undefined;
  }

  private originOfPage(): Point {
    const { pdfium, handle, scratch } = this;
    const [width, height] = [this.width, this.height].map((points) => Math.round(points * PIXELS_PER_POINT));
    pdfium._FPDF_PageToDevice(handle, 0, 0, width ?? 0, height ?? 0, 0, 0, 0, scratch, scratch + 4);
    const { HEAP32 } = pdfium;
    const [x, y] = [HEAP32[scratch >> 2] ?? 0, HEAP32[(scratch >> 2) + 1] ?? 0];
    return { x: x / PIXELS_PER_POINT, y: y / PIXELS_PER_POINT };
  }
}

function clamped(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

export function rounded(points: number): number {
  return Math.round(points * PIXELS_PER_POINT) / PIXELS_PER_POINT;
}
