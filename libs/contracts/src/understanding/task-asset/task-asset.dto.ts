import { IsString, IsUUID, Matches } from 'class-validator';
import { asUuid } from '../../core/uuid';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { declareId, KnowledgeBoxId } from '../../validation/ids';

/** A report of a task, named in a path. */
export class TaskAssetTarget extends KnowledgeBoxTarget {
  /** Its id: a UUID. */
  @declareId({ read: asUuid, unreadable: 'Asset not found. UUID expected.' }) asset_id!: string;
}

/** A file of a report, without a target that callers need rights on. */
export class TaskAssetFileTarget {
  /** Id of the knowledge box. */
  @KnowledgeBoxId() kbid!: string;
  /** Id of the report, a UUID. */
  @IsUUID() asset_id!: string;
}

/** The secret of an address. */
export class TaskAssetFileQuery {
  /** When the address ends: seconds since 1970. */
  @IsString() @Matches(/^\d{1,12}$/) expires!: string;
  /** As in `url`. */
  @IsString() @Matches(/^[0-9A-Za-z_-]{43}$/) signature!: string;
}

/** A file that a task wrote. */
export class TaskAsset {
  /** UUID. */
  id!: string;
  /** Id of the task. */
  task_id!: string;
  /** Name of the task. */
  task_name!: string;
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the account. */
  account_id!: string;
  /** When it was written, UTC without suffix. */
  created_at!: string;
  /** `text/markdown` or `text/csv`. */
  content_type!: string;
}

/** The files of tasks of a knowledge box. */
export class TaskAssetList {
  /** Newest first. */
  assets!: readonly TaskAsset[];
}

/** Where a file can be fetched. */
export class TaskAssetAddress {
  /** Works for an hour, without a credential. */
  url!: string;
}
