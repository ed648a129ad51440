import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import type { Integer } from '../../core/integer';
import { asUuid } from '../../core/uuid';
import {
  MODEL_NAME_CHARS_MAX,
  PROVIDER_NAME,
  PROVIDERS_MAX,
  UserPrompt,
} from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { UserKeys } from '../../knowledge-box/user-keys/user-keys.dto';
import { ListOf, MapOf, Nested, RefuseUnknown } from '../../validation/decorators';
import { declareId } from '../../validation/ids';
import { text } from '../../validation/node';

const DESCRIPTION_CHARS_MAX = 4_000;
const IDS_MAX = 1_000;
const ID_CHARS_MAX = 250;

/** A model configuration of an account. */
export class ModelConfigurationTarget extends AccountTarget {
  /** Its id: a UUID. */
  @declareId({ read: asUuid, unreadable: 'Model configuration not found. UUID expected.' }) model_id!: string;
}

/** Members of a model configuration. Null means no value. */
@RefuseUnknown()
export class ModelConfigurationSettings {
  /** For people. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Keys of the provider of the model, which are stored encrypted. Null leaves none. */
  @IsOptional() @Nested(() => UserKeys) user_keys?: UserKeys | null;
  /** Prompts by provider. Null leaves none. */
  @IsOptional() @MapOf(() => UserPrompt, { keys: PROVIDER_NAME, sizeMax: PROVIDERS_MAX }) user_prompts?: Record<
    string,
    UserPrompt
  > | null;
  /** 1: with the role of a cloud account that this account was given (Bedrock only). 0: with keys. */
  @IsOptional() @IsIn([0, 1]) assume_role?: 0 | 1 | null;
  /** Knowledge boxes that may use it; all of the account when empty. */
  @IsOptional() @ListOf(text({ maxLength: ID_CHARS_MAX }), { max: IDS_MAX }) kbids?: string[] | null;
  /** NUA clients that may use it; all of the account when empty. */
  @IsOptional() @ListOf(text({ maxLength: ID_CHARS_MAX }), { max: IDS_MAX }) nua_client_ids?: string[] | null;
}

/** A model with keys, prompts and a circle of users. */
@RefuseUnknown()
export class NewModelConfiguration extends ModelConfigurationSettings {
  /** Model that is configured: one of the catalogue or of the deployment. */
  @IsString() @MinLength(1) @MaxLength(MODEL_NAME_CHARS_MAX) default_model_id!: string;
}

/** Changeable members of a model configuration. Null changes nothing. */
@RefuseUnknown()
export class ModelConfigurationUpdate extends ModelConfigurationSettings {
  /** Model that is configured: one of the catalogue or of the deployment. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(MODEL_NAME_CHARS_MAX) default_model_id?: string | null;
}

/** Names a model configuration that was created. */
export class CreatedModelConfiguration {
  /** Questions and learning configurations name the model `<default_model_id>/<id>`. */
  id!: string;
}

/** A model configuration without its keys and prompts. */
export class ListedModelConfiguration {
  /** UUID. */
  id!: string;
  /** Model that is configured. */
  default_model_id!: string;
  /** For people. */
  description!: string | null;
  /** 1 when a role of a cloud account is assumed. */
  assume_role!: Integer;
  /** Knowledge boxes that may use it; all of the account when empty. */
  kbids!: readonly string[];
  /** NUA clients that may use it; all of the account when empty. */
  nua_client_ids!: readonly string[];
}

/** A model configuration. */
export class ModelConfiguration extends ListedModelConfiguration {
  /** Keys, shown as `********`. */
  user_keys!: UserKeys | null;
  /** Prompts by provider. */
  user_prompts!: Readonly<Record<string, UserPrompt>> | null;
}

/** The model configurations of an account. */
export class ModelConfigurationList {
  /** Oldest first. */
  configurations!: readonly ListedModelConfiguration[];
}
