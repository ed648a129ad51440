import type { GraphNode, GraphNodes } from '@lectern/contracts/knowledge-box';
import { foldedValue } from '@lectern/resource-store';
import { compareTexts } from '@lectern/text';
import type { MentionedName, NamesOfResource } from './entity-names.repository';
import { FUZZY_CHARS_MIN } from './fuzzy-pattern';
import { EDGES_MAX, NAMES_MAX } from './graph-names.repository';
import { beginningWith, nearlyBeginningWith } from './nearly-beginning';

/** The visibility of a resource. */
export type Access = Pick<NamesOfResource, 'hidden' | 'groups'>;

/** The requested names. */
export interface NamesWanted {
  readonly beginnings: readonly string[];
  readonly limit: number;
  /** Whether to count edges of a resource. */
  readonly isSeen: (access: Access) => boolean;
}

interface Resource extends Access {
  readonly names: readonly MentionedName[];
}

/** One spelling of a name for one entity type, with its edges at each end by resource. */
interface Spelling {
  readonly value: string;
  readonly group: string;
  readonly source: Map<Resource, number>;
  readonly target: Map<Resource, number>;
}

const SPELLING_BYTES = 600;
const MENTION_BYTES = 120;
const RESOURCE_BYTES = 300;
/** If more names are added or removed, the list is sorted again instead of shifting it for each. */
const SHIFTS_MAX = 200;
const WHOLE_SCORE = 1;
const BEGINNING_SCORE = 0.8;
const MISSPELT_SCORE = 0.6;

/** The entity names of a box, sorted in normalised form, with the resources that mention them. */
export class NameTable {
  private readonly resources = new Map<string, Resource>();
  /** By normalised name. */
  private readonly spellings = new Map<string, Spelling[]>();
  private sorted: string[] | undefined;
  private shifts = 0;
  private bytes = 0;

  /** Approximate memory use. */
  get sizeBytes(): number {
    return this.bytes;
  }

  /** Replaces the mentions of a resource. */
  put({ rid, hidden, groups, names }: NamesOfResource): void {
    this.remove(rid);
    if (names.length === 0) return;
    const resource = { hidden, groups, names };
    this.resources.set(rid, resource);
    this.bytes += RESOURCE_BYTES;
    for (const name of names) {
      const spelling = this.spelling(name);
      const { [name.end]: mentions } = spelling;
      mentions.set(resource, (mentions.get(resource) ?? 0) + name.edges);
      this.bytes += MENTION_BYTES;
    }
  }

  remove(rid: string): void {
    const resource = this.resources.get(rid);
    if (!resource) return;
    this.resources.delete(rid);
    this.bytes -= RESOURCE_BYTES + resource.names.length * MENTION_BYTES;
    for (const name of resource.names) this.forget(name, resource);
  }

  /** Names with this beginning: exact names first, then by number of edges. */
  beginning({ beginnings, limit, isSeen }: NamesWanted): GraphNodes {
    const found = new Map<string, { readonly node: GraphNode; isWhole: boolean; edges: number }>();
    for (const beginning of foldedOnes(beginnings))
      for (const end of ['source', 'target'] as const)
        for (const folded of this.firstAt(end, beginning))
          for (const { value, group, [end]: mentions } of this.spellings.get(folded) ?? []) {
            const edges = seenEdges(mentions, isSeen, EDGES_MAX);
            if (edges === 0) continue;
            const key = JSON.stringify([value, group]);
            const known = found.get(key);
            const isWhole = known?.isWhole || folded === beginning;
            const node = { value, type: 'entity' as const, group };
            found.set(key, { node, isWhole, edges: Math.max(known?.edges ?? 0, edges) });
          }
    const ordered = [...found.values()].sort(
      (a, b) =>
        Number(b.isWhole) - Number(a.isWhole) ||
        b.edges - a.edges ||
        compareTexts(a.node.value, b.node.value) ||
        compareTexts(a.node.group, b.node.group),
    );
    const scored = ordered.map(({ node, isWhole }) => ({ ...node, score: isWhole ? WHOLE_SCORE : BEGINNING_SCORE }));
    return { nodes: scored.slice(0, limit) };
  }

  /** Names with this beginning and up to one letter wrong: the closest first, then by number of edges. */
  misspelt({ beginnings, limit, isSeen }: NamesWanted): GraphNodes {
    const scores = new Map<string, number>();
    for (const wanted of new Set(beginnings.map(foldedValue)))
      for (const folded of this.like(wanted))
        scores.set(folded, Math.max(scores.get(folded) ?? 0, nameScore(folded, wanted)));
    const found = [...scores].flatMap(([folded, score]) =>
      (this.spellings.get(folded) ?? []).map(({ value, group, source, target }) => {
        const edges = seenEdges(source, isSeen) + seenEdges(target, isSeen);
        return { node: { value, type: 'entity' as const, group, score }, edges };
      }),
    );
    const ordered = found
      .filter(({ edges }) => edges > 0)
      .sort(
        ({ node: a, edges: edgesA }, { node: b, edges: edgesB }) =>
          b.score - a.score || edgesB - edgesA || compareTexts(a.value, b.value) || compareTexts(a.group, b.group),
      );
    return { nodes: ordered.slice(0, limit).map(({ node }) => node) };
  }

  private like(wanted: string): Iterable<string> {
    if ([...wanted].length >= FUZZY_CHARS_MIN) return nearlyBeginningWith(this.names(), wanted);
    return this.spellings.has(wanted) ? [wanted] : [];
  }

  /** The first names with a beginning that are mentioned at one end of an edge. */
  private *firstAt(end: MentionedName['end'], beginning: string): Generator<string> {
    const names = this.names();
    const [from, to] = beginningWith(names, beginning);
    for (let i = from, count = 0; i < to && count < NAMES_MAX; i += 1) {
      const folded = names[i] ?? '';
      if (!this.spellings.get(folded)?.some(({ [end]: mentions }) => mentions.size > 0)) continue;
      count += 1;
      yield folded;
    }
  }

  private names(): readonly string[] {
    if (this.sorted) return this.sorted;
    this.shifts = 0;
    return (this.sorted = [...this.spellings.keys()].sort());
  }

  private spelling({ folded, value, group }: MentionedName): Spelling {
    const known = this.spellings.get(folded);
    const same = known?.find((one) => one.value === value && one.group === group);
    if (same) return same;
    const made = { value, group, source: new Map<Resource, number>(), target: new Map<Resource, number>() };
    this.bytes += SPELLING_BYTES + 2 * (value.length + folded.length);
    if (known) known.push(made);
    else {
      this.spellings.set(folded, [made]);
      this.shift(folded, 0);
    }
    return made;
  }

  private forget({ folded, value, group, end }: MentionedName, resource: Resource): void {
    const known = this.spellings.get(folded) ?? [];
    const index = known.findIndex((one) => one.value === value && one.group === group);
    const spelling = known[index];
    if (!spelling) return;
    spelling[end].delete(resource);
    if (spelling.source.size + spelling.target.size > 0) return;
    known.splice(index, 1);
    this.bytes -= SPELLING_BYTES + 2 * (value.length + folded.length);
    if (known.length > 0) return;
    this.spellings.delete(folded);
    this.shift(folded, 1);
  }

  /** Removes a name from the list or inserts it. */
  private shift(folded: string, removed: 0 | 1): void {
    this.shifts += 1;
    if (this.shifts > SHIFTS_MAX) this.sorted = undefined;
    this.sorted?.splice(beginningWith(this.sorted, folded)[0], removed, ...(removed === 0 ? [folded] : []));
  }
}

function foldedOnes(beginnings: readonly string[]): readonly string[] {
  return [...new Set(beginnings.map(foldedValue))].filter((beginning) => beginning !== '');
}

function nameScore(folded: string, wanted: string): number {
  if (folded === wanted) return WHOLE_SCORE;
  return folded.startsWith(wanted) ? BEGINNING_SCORE : MISSPELT_SCORE;
}

/** Number of visible edges, up to the counting limit. */
function seenEdges(mentions: ReadonlyMap<Resource, number>, isSeen: NamesWanted['isSeen'], max = Infinity): number {
  let count = 0;
  for (const [resource, edges] of mentions) {
    if (count >= max) break;
    if (isSeen(resource)) count += edges;
  }
  return Math.min(count, max);
}
