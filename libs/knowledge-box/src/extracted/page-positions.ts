import type { ExtractedParagraph } from '@lectern/contracts/knowledge-box';
import { LongList } from '../document/long';

/** Range of a page's text in code points; empty if it has no text. */
export interface PagePosition {
  readonly start: number;
  readonly end: number;
}

type OnPage = Pick<ExtractedParagraph, 'start' | 'end' | 'page'>;

/** The text range of each page, from its first paragraph to its last. @param pages number of pages */
export function pagePositions(
  paragraphs: readonly OnPage[] | LongList<OnPage>,
  pages = 0,
): readonly PagePosition[] | LongList<PagePosition> {
  if (!(paragraphs instanceof LongList)) {
    const positions = new Positions(pages);
    return [...positions.before(paragraphs), ...positions.rest()];
  }
  return new LongList(async function* () {
    const positions = new Positions(pages);
    for await (const some of paragraphs.read()) yield positions.before(some);
    yield positions.rest();
  });
}

/** Processes paragraphs in order; pages are consecutive. */
class Positions {
  private page = 0;
  private current: PagePosition = { start: 0, end: 0 };
  private isOpen = false;

  constructor(private readonly pages: number) {}

  /** Positions of the pages that these paragraphs complete. */
  before(paragraphs: readonly OnPage[]): PagePosition[] {
    const complete: PagePosition[] = [];
    for (const { start, end, page } of paragraphs) {
      const number = Math.min(page?.page ?? this.page, this.pages - 1);
      while (this.page < number) complete.push(this.next());
      this.current = { start: this.isOpen ? this.current.start : start, end: Math.max(end, this.current.end) };
      this.isOpen = true;
    }
    return complete;
  }

  rest(): PagePosition[] {
    const left: PagePosition[] = [];
    while (this.page < this.pages) left.push(this.next());
    return left;
  }

  private next(): PagePosition {
    const { current } = this;
    this.page += 1;
    this.current = { start: current.end, end: current.end };
    this.isOpen = false;
    return current;
  }
}
