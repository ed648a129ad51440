import type { CodePointMap } from '@lectern/text';
import type { Entity, EntityLabel, Mentions } from './mention';

/** Maximum distinct entities per field; more would only be dropped when indexed. */
export const ENTITIES_MAX = 4_000;
/** Longer texts are not names, and would become labels. */
export const ENTITY_CHARS_MAX = 200;
/** Maximum candidates counted before the most frequent are selected. */
const COUNTED_MAX = 2 * ENTITIES_MAX;
const POSITIONS_MAX = 1_000;
const ALL_POSITIONS_MAX = 50_000;

interface Counted {
  readonly text: string;
  readonly label: EntityLabel;
  count: number;
  /** Alternating starts and ends. */
  readonly positions: number[];
}

export interface EntityTallyState {
  readonly counted: readonly Counted[];
  readonly positions: number;
  readonly lost: Losses;
}

interface Losses {
  long: number;
  different: number;
  positions: number;
  /** Number of sections with more mentions than were examined. */
  cut: number;
}

/** Counts the entities in the sections of a field. */
export class EntityTally {
  private readonly counted: Map<string, Counted>;
  private positions: number;
  private readonly lost: Losses;

  constructor(state?: EntityTallyState) {
    this.counted = new Map((state?.counted ?? []).map((one) => [entityKey(one.label, one.text), { ...one }]));
    this.positions = state?.positions ?? 0;
    this.lost = { ...(state?.lost ?? { long: 0, different: 0, positions: 0, cut: 0 }) };
  }

  /** @param offset code points before the text of `map` */
  add({ mentions, isCut }: Mentions, map: CodePointMap, offset = 0): void {
    if (isCut) this.lost.cut += 1;
    for (const { start, end, label, name } of mentions) {
      const entity = this.entityOf(label, name);
      if (!entity) continue;
      entity.count += 1;
      if (entity.positions.length >= POSITIONS_MAX * 2 || this.positions >= ALL_POSITIONS_MAX) {
        this.lost.positions += 1;
        continue;
      }
      entity.positions.push(offset + map.toCodePoint(start), offset + map.toCodePoint(end));
      this.positions += 1;
    }
  }

  /** Full names of people. */
  people(): string[] {
    return [...this.counted.values()].flatMap(({ label, text }) => (label === 'PERSON' ? [text] : []));
  }

  get state(): EntityTallyState {
    return { counted: [...this.counted.values()], positions: this.positions, lost: this.lost };
  }

  /** Most frequent first. */
  entities(): Entity[] {
    const sorted = [...this.counted.values()].sort((one, other) => other.count - one.count);
    return sorted.slice(0, ENTITIES_MAX).map(({ text, label, positions }) => ({
      text,
      label,
      positions: Array.from({ length: positions.length / 2 }, (_, at) => ({
        start: positions[2 * at] ?? 0,
        end: positions[2 * at + 1] ?? 0,
      })),
    }));
  }

  warn(warnings: { lose(text: string, count: number): void }): void {
    const { long, different, positions, cut } = this.lost;
    const few = different + Math.max(0, this.counted.size - ENTITIES_MAX);
    warnings.lose(`Mentions of names longer than ${ENTITY_CHARS_MAX} characters were left out`, long);
    warnings.lose(`Mentions of rarer names beyond ${ENTITIES_MAX}, the limit of a field, were left out`, few);
    warnings.lose(
      `Places of names beyond ${POSITIONS_MAX} for each or ${ALL_POSITIONS_MAX} in the field were left out`,
      positions,
    );
    warnings.lose('Parts with more names than the limit of one', cut);
  }

  private entityOf(label: EntityLabel, name: string): Counted | undefined {
    if (name.length > ENTITY_CHARS_MAX) {
      this.lost.long += 1;
      return undefined;
    }
    const key = entityKey(label, name);
    const known = this.counted.get(key);
    if (known) return known;
    if (this.counted.size >= COUNTED_MAX) {
      this.lost.different += 1;
      return undefined;
    }
    const created = { text: name, label, count: 0, positions: [] };
    this.counted.set(key, created);
    return created;
  }
}

function entityKey(label: string, name: string): string {
  return `${label}/${name.toLowerCase()}`;
}
