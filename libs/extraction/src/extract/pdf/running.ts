import type { PageRows } from './page-rows';
import type { Row } from './rows';

/** Texts of heads and feet, and their distance from the bottom of the page. */
export type Running = readonly [said: string, level: number];

const RUNNING_MAX = 500;
const KEY_CHARS_MAX = 200;
/** Pages that say the same in the same place; two are enough where there are no more. */
const REPEATS_MIN = 3;
/** Heads and feet are in the outer tenth of a page, or in the outer sixth with a gap of this many sizes to the text. */
const MARGIN_SHARE = 0.1;
const WIDE_MARGIN_SHARE = 0.17;
const OUTERMOST_ROWS = 3;
const GAP_SIZES = 1.8;
/** Points that a row may stand higher or lower than on other pages. */
const LEVEL_TOLERANCE = 6;
/** Larger text than that of the body is a heading, which may repeat. */
const HEADING_SIZES = 1.15;
/** `7`, `xii`, `- 7 -`, `Page 7 of 9`. */
const PAGE_NUMBER =
  /^[\s|–—-]*(?:(?:page|seite|página|pagina|p\.)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|di|sur)\s*\d{1,4})?[\s|–—-]*$/i;
/** Marks of printing programs beside the page: `report.indd 7   12/03/2019 14:33`. */
const PRINT_MARK = /\.(?:indd|indb|qxp|qxd)\s+\d{1,4}\b/i;

/**
 * Recognises heads and feet: rows at the edge of a page that repeat at the same place on others, except for
 * the number of the page. Rows of tables, and rows whose numbers do not count pages, are excluded.
 */
export class RunningRows {
  private readonly levels: Map<string, number>;

  constructor(known: readonly Running[] = []) {
    this.levels = new Map(known);
  }

  get known(): readonly Running[] {
    return [...this.levels];
  }

  /** @param size what most of the text is set in */
  learn(pages: readonly PageRows[], size: number): void {
    const seen = new Map<string, number[]>();
    for (const page of pages) {
      for (const row of edgeRows(page).filter((edge) => edge.size < size * HEADING_SIZES))
        for (const said of sayings(row, page)) seen.set(said, [...(seen.get(said) ?? []), heightOf(row, page)]);
    }
    const needed = Math.min(REPEATS_MIN, Math.max(2, pages.length));
    for (const [said, levels] of seen) {
      const level = levels[Math.floor(levels.length / 2)] ?? 0;
      const there = levels.filter((other) => Math.abs(other - level) <= LEVEL_TOLERANCE).length;
      if (there >= needed && this.levels.size < RUNNING_MAX) this.levels.set(said, level);
    }
  }

  /** The rows of a page without its heads, feet, page numbers and marks of print. */
  without(page: PageRows): Row[] {
    const rows = page.sheets[0] ?? [];
    const edge = new Set(edgeRows(page));
    return rows.filter((row) => !edge.has(row) || !(this.isRunning(row, page) || isMark(row, page)));
  }

  private isRunning(row: Row, page: PageRows): boolean {
    return sayings(row, page).some((said) => {
      const level = this.levels.get(said);
      return level !== undefined && Math.abs(level - heightOf(row, page)) <= LEVEL_TOLERANCE;
    });
  }
}

function isMark(row: Row, page: PageRows): boolean {
  const text = rowText(row);
  const share = shareOf(row, page);
  if (text.length > KEY_CHARS_MAX || (share >= MARGIN_SHARE && share <= 1 - MARGIN_SHARE)) return false;
  return PAGE_NUMBER.test(text) || PRINT_MARK.test(text);
}

/** Rows where heads and feet stand, without those of tables. */
function edgeRows(page: PageRows): Row[] {
  const rows = page.sheets[0] ?? [];
  const [head, foot] = [new Set(blockApart(rows)), new Set(blockApart(rows.toReversed()))];
  return rows.filter((row, at) => {
    const share = shareOf(row, page);
    const isHead = share > 1 - (head.has(row) ? WIDE_MARGIN_SHARE : MARGIN_SHARE);
    const isFoot = share < (foot.has(row) ? WIDE_MARGIN_SHARE : MARGIN_SHARE);
    if (!isHead && !isFoot) return false;
    return !alignsWith(row, rows[at - 1]) && !alignsWith(row, rows[at + 1]);
  });
}

/** The first rows, when few of them stand apart from what follows. */
function blockApart(rows: readonly Row[]): readonly Row[] {
  const last = rows.findIndex((row, at) => {
    const next = rows[at + 1];
    return next && Math.abs(row.baseline - next.baseline) >= Math.max(row.size, next.size) * GAP_SIZES;
  });
  return last < OUTERMOST_ROWS ? rows.slice(0, last + 1) : [];
}

/** Two rows of several pieces in the same columns, close to each other. */
function alignsWith(row: Row, other: Row | undefined): boolean {
  if (!other || row.segments.length < 2 || other.segments.length < 2) return false;
  if (Math.abs(row.baseline - other.baseline) > Math.max(row.size, other.size) * 3.2) return false;
  const shared = row.segments.filter((one) =>
    other.segments.some((two) => one.left <= two.right && two.left <= one.right),
  ).length;
  return shared >= 2;
}

/** Text of a row, as it is, and with one or all of its numbers relative to the page number. */
function sayings(row: Row, { number = 0 }: PageRows): string[] {
  const text = rowText(row).slice(0, KEY_CHARS_MAX);
  const numbers = text.match(/\d{1,9}/g) ?? [];
  const counted = (isCounted: (at: number) => boolean) => {
    let at = -1;
    return text.replace(/\d{1,9}/g, (digits) => {
      at += 1;
      return isCounted(at) ? `#${Number(digits) - number}#` : digits;
    });
  };
  const last = numbers.length - 1;
  const sayings = new Set([
    text,
    counted(() => true),
    counted((at) => at === 0),
    counted((at) => at === last),
    counted((at) => at === last - 1),
  ]);
  return [...sayings];
}

/** Of the height of the page, from the bottom. */
function shareOf(row: Row, page: PageRows): number {
  return heightOf(row, page) / Math.max(1, page.height);
}

function heightOf({ baseline }: Row, { bottom }: PageRows): number {
  return baseline - bottom;
}

function rowText({ segments }: Row): string {
  return segments.map(({ text }) => text).join(' ');
}
