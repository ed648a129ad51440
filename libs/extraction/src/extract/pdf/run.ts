/** A piece of text as the page's program drew it. Coordinates in points, y grows upwards, x is where it begins. */
export interface Run {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  readonly font: string;
  readonly rightToLeft: boolean;
}
