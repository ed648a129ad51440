const DOCUMENTS_MAX = 500;
const DOCUMENTS_FIRST = 64;
const BYTES_MAX = 8 * 2 ** 20;

/** How many documents are read at once: as many as a request may carry, by the size of those that were read before. */
export class PageSize {
  private documents = DOCUMENTS_FIRST;

  get size(): number {
    return this.documents;
  }

  adapt(read: readonly object[]): void {
    if (read.length === 0) return;
    const bytes = read.reduce((sum, document) => sum + JSON.stringify(document).length, 0);
    const fitting = Math.floor((BYTES_MAX * read.length) / Math.max(bytes, 1));
    // Those that come next may be larger.
    this.documents = Math.max(1, Math.min(fitting, this.documents * 2, DOCUMENTS_MAX));
  }
}
