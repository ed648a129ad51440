import { type DrawnPicture, ROWS_NAME } from './drawn-picture';

/** Of a preview: further rows are in the text only. */
export const sheetRowsLimits = { sheets: 20, rows: 100, cells: 50, cellChars: 200, bytes: 256 * 1024 } as const;

/** Gathers the first rows of the sheets of one file. */
export class SheetRows {
  private readonly sheets = new Map<string, { cell: string[] }[]>();
  private bytes = 0;

  /** @param rows texts of cells, the first row first */
  add(sheet: string, rows: readonly (readonly string[])[]): void {
    const { sheets, rows: rowsMax, cells, cellChars, bytes } = sheetRowsLimits;
    if (this.sheets.size >= sheets) return;
    const kept: { cell: string[] }[] = [];
    this.sheets.set(sheet, kept);
    for (const row of rows.slice(0, rowsMax)) {
      const shown = { cell: row.slice(0, cells).map((text) => text.slice(0, cellChars)) };
      this.bytes += Buffer.byteLength(JSON.stringify(shown)) + 1;
      if (this.bytes > bytes) return;
      kept.push(shown);
    }
  }

  /** JSON of a `RowsPreview`; undefined without sheets. */
  get file(): DrawnPicture | undefined {
    if (this.sheets.size === 0) return undefined;
    const sheets = Object.fromEntries([...this.sheets].map(([name, rows]) => [name, { rows }]));
    return { name: ROWS_NAME, contentType: 'application/json', bytes: Buffer.from(JSON.stringify({ sheets })) };
  }
}
