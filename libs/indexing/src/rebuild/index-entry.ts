import type { IndexProblem } from '@lectern/contracts/knowledge-box';
import type { IndexEntry } from './index-run.entity';

/** The difference between the indexed and the expected state of a resource; undefined when there is none. */
export function indexProblem(expected: IndexEntry | undefined, held: IndexEntry | undefined): IndexProblem | undefined {
  if (!expected) return held && 'unknown';
  // A resource without paragraphs has nothing to index, not even a version.
  if (expected.paragraphs === 0 && (held?.paragraphs ?? 0) === 0) return undefined;
  if (!held) return 'missing';
  if (held.version > expected.version) return 'ahead';
  if (expected.paragraphs === 0) return 'count';
  if (held.version < expected.version) return 'outdated';
  return held.paragraphs === expected.paragraphs ? undefined : 'count';
}

export function isSameEntry(a: IndexEntry | null | undefined, b: IndexEntry | null | undefined): boolean {
  return a?.version === b?.version && a?.paragraphs === b?.paragraphs;
}
