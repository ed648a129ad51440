import { AppError } from '@lectern/contracts/core';
import type { ExportedCounts, ImportNote } from '@lectern/contracts/knowledge-box';
import type { ImportProgress, ImportStep } from './import.repository';
import { NOTES_MAX } from './transfer-limits';
import { expiry } from './transfer.config';

/** Progress of reading a file, and the differences from it. */
export class ImportState {
  private notes: readonly ImportNote[];
  private counts: Required<ExportedCounts>;
  private position: number;

  constructor(progress: Omit<ImportProgress, 'processed' | 'counts'> & { readonly counts: Record<string, number> }) {
    const { resources = 0, fields = 0, binaries = 0, documents = 0 } = progress.counts;
    this.notes = progress.notes;
    this.position = progress.position;
    this.counts = { resources, fields, binaries, documents };
  }

  /** A copy for a step that may fail. */
  copy(): ImportState {
    return new ImportState(this.progress());
  }

  /** Adopts the state of a successful step. */
  become({ notes, counts, position }: ImportState): void {
    this.notes = notes;
    this.counts = counts;
    this.position = position;
  }

  field(): void {
    this.counts = { ...this.counts, fields: this.counts.fields + 1 };
  }

  binaries(count: number): void {
    this.counts = { ...this.counts, binaries: this.counts.binaries + count };
  }

  resource(position: number): void {
    this.counts = { ...this.counts, resources: this.counts.resources + 1 };
    this.position = position;
  }

  document(position: number): void {
    this.counts = { ...this.counts, documents: this.counts.documents + 1 };
    this.position = position;
  }

  /** Adds a note for each resource, and for each text about documents (null), up to `NOTES_MAX`. */
  note(resourceId: string | null, text: string): void {
    if (resourceId === null && this.notes.some((one) => one.resource_id === null && one.text === text)) return;
    const known = this.notes.find(({ resource_id }) => resourceId !== null && resource_id === resourceId);
    if (known) {
      const longer = { ...known, text: `${known.text} ${text}`.slice(0, 2_000) };
      this.notes = this.notes.map((note) => (note === known ? longer : note));
    } else if (this.notes.length < NOTES_MAX) {
      this.notes = [...this.notes, { resource_id: resourceId, text }];
    }
  }

  progress(): ImportProgress {
    return {
      position: this.position,
      processed: this.counts.resources,
      counts: { ...this.counts },
      notes: [...this.notes],
    };
  }

  /** The stored progress; an active import does not expire. */
  step(now: Date): ImportStep {
    return { ...this.progress(), expires: expiry(now) };
  }

  /** @throws AppError `bad_request` when the file is incomplete */
  checkComplete(expected: ExportedCounts): void {
    const has = this.counts;
    const kinds = (['resources', 'fields', 'binaries', 'documents'] as const).filter(
      (kind) => (expected[kind] ?? has[kind]) !== has[kind],
    );
    const [kind] = kinds;
    if (kind === undefined) return;
    throw new AppError('bad_request', `The file should have ${expected[kind]} ${kind}, and has ${has[kind]}`);
  }
}
