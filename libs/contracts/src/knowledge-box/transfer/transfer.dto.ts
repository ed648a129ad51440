import { Matches } from 'class-validator';
import type { Integer } from '../../core/integer';
import { KnowledgeBoxTarget } from '../params';

/** Ids of exports and imports. */
export const TRANSFER_ID = /^[A-Za-z0-9-]{1,64}$/;

/** Statuses that exports and imports can have. */
export const transferStatuses = ['scheduled', 'running', 'finished', 'errored'] as const;
/** `scheduled`: it waits. `running`: an attempt runs, or another one follows. `errored`: nothing more is tried. */
export type TransferStatus = (typeof transferStatuses)[number];

/** An export of a knowledge box, named in a path. */
export class ExportTarget extends KnowledgeBoxTarget {
  /** Id of the export. */
  @Matches(TRANSFER_ID) export_id!: string;
}

/** An import into a knowledge box, named in a path. */
export class ImportTarget extends KnowledgeBoxTarget {
  /** Id of the import. */
  @Matches(TRANSFER_ID) import_id!: string;
}

/** A new export. */
export class ExportStarted {
  /** Id of the export, 32 hex digits. */
  export_id!: string;
}

/** A new import. */
export class ImportStarted {
  /** Id of the import, 32 hex digits. */
  import_id!: string;
}

/** How far an export is. */
export class ExportStatus {
  /** How it goes. */
  status!: TransferStatus;
  /** Resources to write; 0 until an attempt has counted them. */
  total!: Integer;
  /** Resources written. */
  processed!: Integer;
  /** Attempts after the first. */
  retries!: Integer;
  /** Why the last attempt failed; null when none did. */
  error!: string | null;
}

/** Outcome for a resource or for documents of the box that were changed or left out by the import. */
export class ImportNote {
  /** Id of the resource, 32 hex digits; null for documents of the box, such as labelsets. */
  resource_id!: string | null;
  /** The difference, for people. */
  text!: string;
}

/** How far an import is. */
export class ImportStatus extends ExportStatus {
  /** Differences from the file, of the first 100 resources and documents that have any. */
  notes!: readonly ImportNote[];
}
