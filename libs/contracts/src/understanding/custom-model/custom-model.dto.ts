import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import { asUuid } from '../../core/uuid';
import { ModelServerKeys } from '../../knowledge-box/user-keys/user-keys.dto';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { Is, IsInstant, Nested, RefuseUnknown } from '../../validation/decorators';
import { declareId, KnowledgeBoxId } from '../../validation/ids';
import { choice, listOf } from '../../validation/node';
import { ConfigurationTarget } from '../configuration/configuration.dto';

const DESCRIPTION_CHARS_MAX = 4_000;
const NAME_CHARS_MAX = 250;

const ModelId = (): PropertyDecorator => declareId({ read: asUuid, unreadable: 'Model not found. UUID expected.' });

/** A custom model of an account. */
export class CustomModelTarget extends AccountTarget {
  /** Its id: a UUID. */
  @ModelId() model_id!: string;
}

/** A knowledge box of an account that may use custom models. */
export class ModelBoxTarget extends AccountTarget {
  /** Id of the knowledge box. */
  @KnowledgeBoxId() kbid!: string;
}

/** A custom model of an account that a knowledge box may use. */
export class BoxModelTarget extends ModelBoxTarget {
  /** Id of the model: a UUID. */
  @ModelId() model_id!: string;
}

/** A custom model, named below a configuration. */
export class AvailableModelTarget extends ConfigurationTarget {
  /** Its id: a UUID. */
  @ModelId() model_id!: string;
}

/** A custom model, named below a knowledge box. */
export class KnowledgeBoxModelTarget extends KnowledgeBoxTarget {
  /** Its id: a UUID. */
  @ModelId() model_id!: string;
}

/** Changeable members of a custom model. */
@RefuseUnknown()
export class CustomModelUpdate {
  /** For people. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Where the model is, with its key. */
  @IsOptional() @Nested(() => ModelServerKeys) openai_compat?: ModelServerKeys | null;
}

/** A model that runs outside of Lectern, for an account. */
@RefuseUnknown()
export class NewCustomModel extends CustomModelUpdate {
  /** Type of the model: this version calls generative models only. */
  @Is(() => listOf(choice('GENERATIVE'), { min: 1, max: 1 })) model_types!: 'GENERATIVE'[];
  /** How questions and configurations name it: `custom:` and a name. */
  @IsString() @MaxLength(NAME_CHARS_MAX) @Matches(/^custom:[A-Za-z0-9][A-Za-z0-9._-]*$/) location!: string;
  /** When it was trained, if it was. */
  @IsOptional() @IsInstant() trained_date?: string | null;
  /** Knowledge box that it was trained with, if it was. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) trained_kbid?: string | null;
}

/** Names a custom model. */
@RefuseUnknown()
export class CustomModelReference {
  /** UUID. */
  @IsString() @Matches(/^[0-9a-fA-F-]{32,36}$/) id!: string;
}

/** Names a custom model that was created. */
export class CreatedCustomModel {
  /** UUID. */
  id!: string;
}

/** A custom model in a list. */
export class ListedCustomModel {
  /** UUID. */
  model_id!: string;
  /** Id of the account. */
  account!: string;
  /** Type of the model. */
  model_type!: 'GENERATIVE';
  /** The same, as a list. */
  model_types!: readonly 'GENERATIVE'[];
  /** When it was trained, if it was. */
  trained_date!: string | null;
  /** How questions and configurations name it. */
  location!: string;
  /** Knowledge box that it was trained with, if it was. */
  trained_kbid!: string | null;
  /** For people. */
  title!: string;
}

/** A custom model. */
export class CustomModel {
  /** UUID. */
  model_id!: string;
  /** Id of the account. */
  account!: string;
  /** Type of the model. */
  model_type!: 'GENERATIVE';
  /** The same, as a list. */
  model_types!: readonly 'GENERATIVE'[];
  /** When it was trained, if it was. */
  trained_date!: string | null;
  /** How questions and configurations name it. */
  location!: string;
  /** Knowledge box that it was trained with, if it was. */
  trained_kbid!: string | null;
  /** Of its training: always null, as Lectern trains none. */
  log!: null;
  /** Knowledge boxes that may use it. */
  kbids!: readonly string[];
  /** Where it is; the key is shown as `********`. */
  openai_compat!: ModelServerKeys | null;
}

/** The custom models of an account. */
export class CustomModelList {
  /** Oldest first. */
  models!: readonly ListedCustomModel[];
}

/** The custom models that a knowledge box may use. */
export class AvailableModelDescriptions {
  /** Their metadata, by id. */
  descriptions!: Readonly<Record<string, string>>;
}
