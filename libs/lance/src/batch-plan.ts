import { type AnySequence, changed } from '@lectern/contracts/core';
import type { Row } from './arrow-rows';
import type { HeldVersions } from './held-versions';
import { type RowUpdate, updatedRow } from './row-update';

export type Change =
  | { readonly kind: 'put'; readonly rid: string; readonly version: number; readonly rows: AnySequence<Row> }
  | { readonly kind: 'update'; readonly rid: string; readonly version: number; readonly update: RowUpdate }
  | { readonly kind: 'delete'; readonly rid: string; readonly version: number }
  | Extension;

/** Rows to be added to a resource; they replace rows with the same ids. */
export interface Extension {
  readonly kind: 'extend';
  readonly rid: string;
  readonly version: number;
  /** The minimum stored version. */
  readonly since: number;
  readonly rows: readonly Row[];
  /** Called when the resource is not stored, or only in an older version. */
  readonly onUnfit: () => void;
}

/** Changes that replace stored rows. */
export type Replacement = Exclude<Change, Extension>;

/** Changes in order, grouped into runs of extensions and runs of others. */
export function runsOf(changes: readonly Change[]): (readonly Replacement[] | readonly Extension[])[] {
  const runs: (Replacement[] | Extension[])[] = [];
  let [extensions, replacements]: [Extension[] | undefined, Replacement[] | undefined] = [undefined, undefined];
  for (const change of changes)
    if (change.kind === 'extend') {
      if (!extensions) runs.push((extensions = []));
      extensions.push(change);
      replacements = undefined;
    } else {
      if (!replacements) runs.push((replacements = []));
      replacements.push(change);
      extensions = undefined;
    }
  return runs;
}

/** The combined effect of a batch of changes, applied in order. */
export interface BatchPlan {
  /** New rows by resource, which replace all its rows; none when it is deleted. */
  readonly rows: ReadonlyMap<string, AnySequence<Row>>;
  /** Updates of the rows of stored resources that are not in `rows`, by resource. */
  readonly updates: ReadonlyMap<string, RowUpdate>;
  /** By resource: the version stored, or deleted up to, after the batch. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export interface Outcome {
  readonly version: number;
  readonly deleted: boolean;
}

export function planBatch(changes: readonly Replacement[], held: HeldVersions): BatchPlan {
  const planned = new PlannedBatch(held);
  for (const change of changes) {
    if (change.kind === 'put') planned.put(change);
    else if (change.kind === 'update') planned.update(change);
    else planned.delete(change);
  }
  return planned;
}

type ChangeOf<K extends Change['kind']> = Extract<Change, { readonly kind: K }>;

class PlannedBatch implements BatchPlan {
  readonly rows = new Map<string, AnySequence<Row>>();
  readonly updates = new Map<string, RowUpdate>();
  readonly outcomes = new Map<string, Outcome>();

  constructor(private readonly held: HeldVersions) {}

  put({ rid, version, rows }: ChangeOf<'put'>): void {
    if (version < this.known(rid)) return;
    this.replace(rid, rows, { version, deleted: false });
  }

  /** The last update supersedes earlier ones: each has all shared members. */
  update({ rid, version, update }: ChangeOf<'update'>): void {
    if (!this.present(rid) || version < this.known(rid)) return;
    const rows = this.rows.get(rid);
    if (rows)
      this.rows.set(
        rid,
        changed(rows, (page) => updated(page, update)),
      );
    else this.updates.set(rid, update);
    this.outcomes.set(rid, { version, deleted: false });
  }

  delete({ rid, version }: ChangeOf<'delete'>): void {
    const known = this.known(rid);
    if (this.present(rid) && version < known) return;
    this.replace(rid, [], { version: Math.max(version, known), deleted: true });
  }

  private replace(rid: string, rows: AnySequence<Row>, outcome: Outcome): void {
    this.updates.delete(rid);
    this.rows.set(rid, rows);
    this.outcomes.set(rid, outcome);
  }

  private known(rid: string): number {
    return this.outcomes.get(rid)?.version ?? this.held.floorOf(rid);
  }

  private present(rid: string): boolean {
    const outcome = this.outcomes.get(rid);
    return outcome ? !outcome.deleted : this.held.has(rid);
  }
}

function* updated(rows: Iterable<Row>, update: RowUpdate): Generator<Row> {
  for (const row of rows) yield updatedRow(row, update);
}
