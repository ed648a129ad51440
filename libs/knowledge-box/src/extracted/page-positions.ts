import type { ExtractedParagraph } from '@lectern/contracts/knowledge-box';
import { LongList } from '../document/long';

/** Where the text of a page is, in code points; empty where it has none. */
export interface PagePosition {
  readonly start: number;
  readonly end: number;
}

type Placed = Pick<ExtractedParagraph, 'start' | 'end' | 'page'>;

/** Where the text of each page is, from its first paragraph to its last one. @param pages how many there are */
export function pagePositions(
  paragraphs: readonly Placed[] | LongList<Placed>,
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

/** Goes through paragraphs in their order, in which pages follow each other. */
class Positions {
  private page = 0;
  private current: PagePosition = { start: 0, end: 0 };
  private isOpen = false;

  constructor(private readonly pages: number) {}

  /** Of pages that are complete with these paragraphs. */
  before(paragraphs: readonly Placed[]): PagePosition[] {
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
