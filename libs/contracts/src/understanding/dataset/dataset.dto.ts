import { IsBoolean, IsIn, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import type { Integer } from '../../core/integer';
import { asUuid } from '../../core/uuid';
import {
  TrainsetFilter,
  TrainsetTarget,
  type TrainsetType,
  trainsetTypes,
} from '../../knowledge-box/trainset/trainset.dto';
import { Anything, ListOf, Nested } from '../../validation/decorators';
import { declareId } from '../../validation/ids';
import { text } from '../../validation/node';

const NAME_CHARS_MAX = 250;
const LABELS_MAX = 100;
const LABEL_CHARS_MAX = 1_000;
const PARTITION_CHARS_MAX = 250;
/** Without Unicode's category of controls, in ranges, since many clients of the document know no categories. */
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]+$/;
const LENGTH_CHARS_MAX = 16;
/** Datasets of one account. */
export const DATASETS_MAX = 1_000;
/** Partitions of one dataset. */
export const PARTITIONS_MAX = 10_000;

const DatasetId = (): PropertyDecorator => declareId({ read: asUuid, unreadable: 'Dataset not found. UUID expected.' });

/** A dataset, named by a NUA key of its account. */
export class DatasetTarget {
  /** Its id: a UUID. */
  @DatasetId() dataset_id!: string;
}

/** A dataset of an account. */
export class AccountDatasetTarget extends AccountTarget {
  /** Its id: a UUID. */
  @DatasetId() dataset_id!: string;
}

/** A partition of a dataset, named by a NUA key of its account. */
export class PartitionTarget extends DatasetTarget {
  /** Name of the partition, chosen by the client: not empty, without control characters. */
  @IsString() @Length(1, PARTITION_CHARS_MAX) @Matches(NO_CONTROLS) partition_id!: string;
}

/** A partition of a dataset of an account. */
export class AccountPartitionTarget extends AccountDatasetTarget {
  /** Name of the partition, chosen by the client: not empty, without control characters. */
  @IsString() @Length(1, PARTITION_CHARS_MAX) @Matches(NO_CONTROLS) partition_id!: string;
}

/** A partition of a knowledge box, and a dataset of its account. */
export class DatasetExportTarget extends TrainsetTarget {
  /** Id of the dataset: a UUID. */
  @DatasetId() dataset_id!: string;
}

/** Which items of a knowledge box are written into a dataset. */
export class DatasetExport {
  /** By lists. Without `labels`, those of the dataset. */
  @IsOptional() @Nested(() => TrainsetFilter) filter?: TrainsetFilter | null;
  /** Which fields, as in find. Only for `FIELD_STREAMING`. */
  @IsOptional() @Anything() filter_expression?: unknown;
  /** Leaves out the texts of `FIELD_STREAMING`. */
  @IsBoolean() exclude_text: boolean = false;
}

/** Size of a partition. */
export class PartitionHeaders {
  /** Size of the body in bytes. A body of unknown length is refused. */
  @IsString() @MaxLength(LENGTH_CHARS_MAX) @Matches(/^\d+$/) 'content-length'?: string;
}

/** Which content of a knowledge box the dataset is about. */
export class DatasetFilter {
  /** Labelsets or labels (`labelset/label`); types of entities for `TOKEN_CLASSIFICATION`. At most 100. */
  @ListOf(text({ maxLength: LABEL_CHARS_MAX }), { max: LABELS_MAX }) labels!: string[];
}

/** A new dataset. */
export class NewDataset {
  /** For people. */
  @IsString() @Length(1, NAME_CHARS_MAX) name!: string;
  /** What its partitions are about. An export from a knowledge box uses these labels unless it has its own. */
  @Nested(() => DatasetFilter) filter!: DatasetFilter;
  /** Type of its rows, which determines the columns of its partitions. */
  @IsIn(trainsetTypes) type!: TrainsetType;
}

/** Names a dataset that was created. */
export class CreatedDataset {
  /** UUID. */
  id!: string;
}

/** A dataset of an account. */
export class Dataset {
  /** UUID. */
  id!: string;
  /** When it was created, UTC without suffix. */
  timestamp!: string;
  /** Id of the account. */
  account_id!: string;
  /** Id of the NUA client that created it; null when a user did. */
  nua_client_id!: string | null;
  /** Always null: types of accounts mean nothing here. */
  account_type!: string | null;
  /** Type of its rows. */
  type!: TrainsetType;
  /** Where its partitions are kept, below the account; null while it has none. */
  path!: string | null;
  /** The filter of its export. */
  filter!: DatasetFilter;
  /** For people. */
  name!: string;
}

/** The datasets of an account. */
export class DatasetList {
  /** Newest first. */
  datasets!: readonly Dataset[];
}

/** A partition of a dataset. */
export class DatasetPartition {
  /** Name of the partition. */
  id!: string;
  /** Size of its Arrow stream. */
  size_bytes!: Integer;
  /** Rows in its record batches. */
  rows!: Integer;
  /** When it was uploaded, UTC without suffix. */
  timestamp!: string;
}

/** The partitions of a dataset. */
export class DatasetPartitionList {
  /** By name. */
  partitions!: readonly DatasetPartition[];
}

/** How a page of a list begins. */
export class DatasetPartitionsQuery {
  /** Only partitions whose names come after this one; a page has at most 1,000. */
  @IsOptional() @IsString() @MaxLength(PARTITION_CHARS_MAX) after?: string;
}

/** A model that can be used with a dataset. */
export class DatasetModel {
  /** How tasks name it. */
  model!: string;
  /** For people. */
  title!: string;
  /** `GENERATIVE` of a language model; `EMBEDDINGS` of an embedding model. */
  model_type!: 'GENERATIVE' | 'EMBEDDINGS';
  /** Whether the model was registered as trained with this dataset. */
  trained!: boolean;
}

/** Models for a dataset. */
export class DatasetModelMap {
  /** By id. */
  models!: Readonly<Record<string, DatasetModel>>;
}
