import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { Nested } from '../../validation/decorators';
import { AgentParameters } from '../agent-operation/agent-operation.dto';
import { DatasetTarget } from '../dataset/dataset.dto';

const TASK_ID_CHARS_MAX = 64;
/** Tasks that add data to texts; the others are for knowledge boxes. */
const datasetTaskNames = [
  'labeler',
  'llm-graph',
  'synthetic-questions',
  'ask',
  'extract',
  'prompt-guard',
  'llm-guard',
] as const;

/** A task of a dataset, named in a path. */
export class DatasetTaskTarget extends DatasetTarget {
  /** Id of the task. */
  @IsString() @MaxLength(TASK_ID_CHARS_MAX) task_id!: string;
}

/** Operations and target of a task on a dataset. */
export class StartDatasetTaskPayload {
  /** Name of the task; `llama-guard` is another name of `llm-guard`. */
  @IsIn([...datasetTaskNames, 'llama-guard']) name!: (typeof datasetTaskNames)[number] | 'llama-guard';
  /** Its parameters. Required unless `uuid_task` is given. */
  @IsOptional() @Nested(() => AgentParameters) parameters?: AgentParameters | null;
  /** Id of an earlier task of the dataset, whose parameters are used. */
  @IsOptional() @IsUUID() uuid_task?: string | null;
}
