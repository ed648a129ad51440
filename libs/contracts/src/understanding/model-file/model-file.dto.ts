import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ConfigurationTarget } from '../configuration/configuration.dto';

const FILE_CHARS_MAX = 250;
/** A path without steps upwards. */
const FILE = /^(?!.*(?:^|\/)\.)[\w.\-/]+$/;

/** A file of a model that a knowledge box uses. */
export class KnowledgeBoxModelFileTarget extends KnowledgeBoxTarget {
  /** Id of the model. */
  @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model_id!: string;
  /** Path of the file within the model. */
  @IsString() @MaxLength(FILE_CHARS_MAX) @Matches(FILE) filename!: string;
}

/** A file of a model that a configuration of the account names. */
export class ModelFileTarget extends ConfigurationTarget {
  /** Id of the model. */
  @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model_id!: string;
  /** Path of the file within the model. */
  @IsString() @MaxLength(FILE_CHARS_MAX) @Matches(FILE) filename!: string;
}

/** For clients that name the account. */
export class ModelFileQuery {
  /** That of the key; another one is refused. */
  @IsOptional() @IsString() @MaxLength(FILE_CHARS_MAX) account_id?: string;
}
