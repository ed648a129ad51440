import { type Html, html } from '../core/html';

/** A QR code, its border included. */
export class QrDrawing {
  /** Width and height. */
  size!: number;
  /** Of its dark squares, as in the attribute `d` of SVG. */
  path!: string;
}

/** As an SVG document, dark on light in any theme: many apps read nothing else. */
export function qrCode({ size, path }: QrDrawing, label = 'QR'): Html {
  const box = `0 0 ${size} ${size}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" role="img" aria-label="${label}">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
