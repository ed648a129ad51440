const DOCUMENTS_MAX = 500;
const DOCUMENTS_FIRST = 64;
const BYTES_MAX = 8 * 2 ** 20;

/** Number of documents per page: as many as fit into a request, judged by the size of those read before. */
export class PageSize {
  private documents = DOCUMENTS_FIRST;

  get size(): number {
    return this.documents;
  }

  adapt(read: readonly object[]): void {
    if (read.length === 0) return;
    const bytes = read.reduce((sum, document) => sum + JSON.stringify(document).length, 0);
    const fitting = Math.floor((BYTES_MAX * read.length) / Math.max(bytes, 1));
    // The next documents may be larger.
    this.documents = Math.max(1, Math.min(fitting, this.documents * 2, DOCUMENTS_MAX));
  }
}
