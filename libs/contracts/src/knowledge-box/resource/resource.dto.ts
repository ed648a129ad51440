import type { Integer } from '../../core/integer';
import type { ExtractedData } from '../extracted-data/extracted-data.dto';
import type { ConversationPage, FieldValue } from '../field-value/field-value.dto';
import type { FieldStatus, FieldType, ResourceStatus } from '../../core/identifiers';
import type { Finding } from '../processing-status/processing-status.dto';
import type { FieldAnnotation, FieldName } from '../field-annotation/field-annotation.dto';
import type { Relation } from '../relation/relation.dto';
import type { Classification } from '../classification/classification.dto';
import type { ResourceSecurity, SyncMetadata } from '../resource-payload/resource-payload.dto';

/** Why processing of a field failed, or what it left out. */
export interface FieldError {
  /** The problem and its remedy, for people. */
  readonly body: string;
  /** Kind of the error: 0 generic, 1 extraction, 2 processing, 3 data augmentation, 4 indexing. */
  readonly code: Integer;
  /** The same as a word: `GENERIC`, `EXTRACT`, `PROCESS`, `DATAAUGMENTATION` or `INDEX`. */
  readonly code_str: string;
  /** When it happened, UTC without suffix. */
  readonly created: string | null;
  /**
   * `ERROR`: the field has the status ERROR. `WARNING`: a part of the content is missing, or another attempt follows.
   */
  readonly severity: 'ERROR' | 'WARNING';
  /** True when processing waited too long for a result; else absent. */
  readonly expired?: boolean;
  /** True when processing waits for the account to be unblocked; else absent. */
  readonly blocked?: boolean;
}

/** A field: the value that was sent, the results of processing, and its status, as far as `show` selects them. */
export interface FieldData {
  /** The value that was sent. With `show=values`. */
  readonly value?: FieldValue;
  /** Results of processing. With `show=extracted`; absent until the field is processed. */
  readonly extracted?: ExtractedData;
  /** The last of `errors`; absent without errors. With `show=errors`. */
  readonly error?: FieldError;
  /** How far processing is. With `show=errors`. */
  readonly status?: FieldStatus;
  /** At most 300 errors and warnings of the last processing; absent without any. With `show=errors`. */
  readonly errors?: readonly FieldError[];
}

/** One field with its type and id. `show` says which other members it has. */
export class Field implements Omit<FieldData, 'value'> {
  /** Type of the field. */
  field_type!: FieldType;
  /** Id of the field, unique among fields of its type in the resource. */
  field_id!: string;
  /** The value that was sent; of a conversation a page of it. With `show=value`. */
  value?: FieldValue | ConversationPage;
  /**
   * Results of processing. With `show=extracted`; absent until the field is processed, and of key-value fields. Of
   * generic fields the text alone.
   */
  extracted?: ExtractedData;
  /** The last of `errors`; absent without errors. With `show=error`. */
  error?: FieldError;
  /** How far processing is. With `show=error`. */
  status?: FieldStatus;
  /** At most 300 errors and warnings of the last processing; absent without any. With `show=error`. */
  errors?: readonly FieldError[];
}

/** Fields of a resource by type and id. A type without fields is left out. */
export interface ResourceData {
  /** Text fields by id. */
  readonly texts?: Readonly<Record<string, FieldData>>;
  /** File fields by id. */
  readonly files?: Readonly<Record<string, FieldData>>;
  /** Link fields by id. */
  readonly links?: Readonly<Record<string, FieldData>>;
  /** Conversation fields by id, without their messages. */
  readonly conversations?: Readonly<Record<string, FieldData>>;
  /** Key-value fields by id. They have no `extracted`. */
  readonly key_values?: Readonly<Record<string, FieldData>>;
  /** Title, and summary if there is one, as fields. */
  readonly generics?: Readonly<Record<string, FieldData>>;
}

/** Where a resource comes from, as it was sent. Members that were not sent are absent or empty. */
export interface ResourceOrigin {
  /** Id of the source, such as a synchronised folder. */
  readonly source_id?: string;
  /** Address of the original. */
  readonly url?: string;
  /** When the original was created, ISO 8601 as it was sent. */
  readonly created?: string;
  /** When the original was last changed, ISO 8601 as it was sent. */
  readonly modified?: string;
  /** Texts by key; filters find resources by them. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Tags; filters find resources by them. */
  readonly tags: readonly string[];
  /** People who worked on the original; filters find resources by them. */
  readonly collaborators: readonly string[];
  /** Name of the original file. */
  readonly filename?: string;
  /** Ids or addresses of related things; nothing uses them. */
  readonly related: readonly string[];
  /** Path of the original; filters find resources by it and by its folders. */
  readonly path?: string;
  /** Data of a synchronisation about the original. */
  readonly sync_metadata?: SyncMetadata;
  /** How the resource was created; always `API` in this version. */
  readonly source: 'WEB' | 'DESKTOP' | 'API' | 'PYSDK';
}

/** A resource as it is read: its id, and the members that `show` selects. */
export class Resource {
  /** Id of the resource, 32 hex digits. */
  id!: string;
  /** Name in addresses, unique within the knowledge box; the id when none was given. With `show=basic`. */
  slug?: string;
  /** Title, as given or found by processing. With `show=basic`. */
  title?: string;
  /** Summary, as given or found by processing; empty without one. With `show=basic`. */
  summary?: string;
  /** Media type of the resource. With `show=basic`. */
  icon?: string;
  /**
   * Address of a picture, or the picture as a data URL, as it was sent. Else the path below `/api/v1` of the first file
   * that is a picture of at most 1 MiB; empty without one. With `show=basic`.
   */
  thumbnail?: string;
  /** Metadata and status. With `show=basic`. */
  metadata?: {
    /** Texts by key, as they were sent. */
    readonly metadata: Readonly<Record<string, string>>;
    /** Main language, as given or found by processing; empty when unknown. */
    readonly language: string;
    /** All languages that were given or found by processing. */
    readonly languages: readonly string[];
    /** How far processing of its fields is. */
    readonly status: ResourceStatus;
  };
  /** Annotations of the resource by users. With `show=basic`. */
  usermetadata?: {
    /** Labels of the resource. */
    readonly classifications: readonly Classification[];
    /** Relations that users state. Empty without `show=relations`. */
    readonly relations: readonly Relation[];
  };
  /** Annotations of fields by users. With `show=basic`. */
  fieldmetadata?: readonly FieldAnnotation[];
  /** Labels that data-augmentation agents gave. With `show=basic`. */
  computedmetadata?: {
    /** By fields that have some. */
    readonly field_classifications: readonly {
      /** The field. */
      readonly field: FieldName;
      /** Its labels. */
      readonly classifications: readonly {
        /** Labelset of the label. */
        readonly labelset: string;
        /** Label within the labelset. */
        readonly label: string;
      }[];
    }[];
  };
  /** When the resource was created, UTC without suffix. With `show=basic`. */
  created?: string;
  /** When a caller last changed it, UTC without suffix. With `show=basic`. */
  modified?: string;
  /** Number of its last work in the processing queue; 0 when nothing was processed. With `show=basic`. */
  last_seqid?: Integer;
  /** Always null. With `show=basic`. */
  last_account_seq?: Integer | null;
  /** Always `private`. With `show=basic`. */
  queue?: 'private' | 'shared';
  /** Whether searches leave the resource out. With `show=basic`. */
  hidden?: boolean;
  /**
   * How the resource cannot be found yet: by its words (nor by its meaning then), or by its meaning; null once it is
   * found by both. With `show=basic`; absent in search results.
   */
  waits_for?: Finding | null;
  /** Where the resource comes from; absent when nothing was sent. With `show=origin`. */
  origin?: ResourceOrigin;
  /** Free JSON of the caller; absent when nothing was sent. With `show=extra`. */
  extra?: {
    /** Any object, as it was sent. */
    readonly metadata: object;
  };
  /** Relations that users state. With `show=relations`. */
  relations?: readonly Relation[];
  /** Who may find the resource; absent when nothing was sent. With `show=security`. */
  security?: ResourceSecurity;
  /** Its fields. With `show=values`, `extracted` or `errors`. */
  data?: ResourceData;
}

type NeverListed = 'origin' | 'extra' | 'relations' | 'data' | 'security';

/** A resource in a list: the members of `show=basic`, and the others as null. */
export interface ListedResource extends Omit<Resource, NeverListed> {
  /** Null in lists. */
  readonly origin: null;
  /** Null in lists. */
  readonly extra: null;
  /** Null in lists. */
  readonly relations: null;
  /** Null in lists. */
  readonly data: null;
  /** Null in lists. */
  readonly security: null;
}

/** A page of resources. */
export class ResourceList {
  /** With the members of `show=basic`, ordered by id. */
  resources!: ListedResource[];
  /** Which page it is. */
  pagination!: {
    /** Number of the page, from 0. */
    readonly page: Integer;
    /** Most resources on a page. */
    readonly size: Integer;
    /** Whether no page follows. */
    readonly last: boolean;
  };
}

/** A new resource. */
export class ResourceCreated {
  /** Id of the resource, 32 hex digits. */
  uuid!: string;
  /** Seconds from the arrival of the request in the service to the commit; null with `wait_for_commit: false`. */
  elapsed!: number | null;
  /** Its number in the processing queue; absent without fields that are processed, title and summary. */
  seqid?: Integer;
}

/** The work that was added to the processing queue. */
export class Queued {
  /** Number in the processing queue, larger than those before it; null when nothing is added to it. */
  seqid!: Integer | null;
}

/** A file that was stored and will be processed. */
export class UploadAccepted {
  /** Number of the field in the processing queue. */
  seqid!: Integer;
  /** Id of the resource, 32 hex digits. */
  uuid!: string;
  /** Id of the file field. */
  field_id!: string;
}
