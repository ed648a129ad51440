import type { Row } from './arrow-rows';
import type { HeldVersions } from './held-versions';

export type Change =
  | { readonly kind: 'put'; readonly rid: string; readonly version: number; readonly rows: readonly Row[] }
  | { readonly kind: 'delete'; readonly rid: string; readonly version: number }
  | { readonly kind: 'deleteField'; readonly rid: string; readonly field: string };

/** What a batch of changes, taken in order, comes to. */
export interface BatchPlan {
  /** By resource: all its rows from now on; none when it is deleted. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Fields to take away from resources that are not in `rows`. */
  readonly fields: readonly { readonly rid: string; readonly field: string }[];
  /** By resource: the version held from now on, or deleted up to. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export interface Outcome {
  readonly version: number;
  readonly deleted: boolean;
}

export function planBatch(changes: readonly Change[], held: HeldVersions): BatchPlan {
  const rows = new Map<string, readonly Row[]>();
  const outcomes = new Map<string, Outcome>();
  const fields: { rid: string; field: string }[] = [];
  for (const change of changes) {
    const { rid } = change;
    const outcome = outcomes.get(rid);
    if (change.kind === 'deleteField') {
      const planned = rows.get(rid);
      if (planned)
        rows.set(
          rid,
          planned.filter((row) => row['field'] !== change.field),
        );
      else if (held.has(rid)) fields.push({ rid, field: change.field });
    } else if (change.kind === 'put') {
      if (change.version < (outcome?.version ?? held.floorOf(rid))) continue;
      rows.set(rid, change.rows);
      outcomes.set(rid, { version: change.version, deleted: false });
    } else {
      const present = outcome ? !outcome.deleted : held.has(rid);
      const known = outcome?.version ?? held.floorOf(rid);
      if (present && change.version < known) continue;
      rows.set(rid, []);
      outcomes.set(rid, { version: Math.max(change.version, known), deleted: true });
    }
  }
  return { rows, fields, outcomes };
}
