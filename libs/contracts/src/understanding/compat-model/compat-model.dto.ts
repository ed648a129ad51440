import { IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';

/** A model. */
export class CompatModelTarget {
  /** Id of the model; may contain slashes and colons. */
  @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model_id!: string;
}

/** A model of the deployment. */
export class CompatModel {
  /** Id by which requests name it. */
  id!: string;
  /** Kind of the object. */
  object!: 'model';
  /** The same as `id`. */
  name!: string;
  /** Always 0: it is not known when a model was made. */
  created!: Integer;
  /** For people; the same as `id`. */
  title!: string;
  /** Its purpose. */
  description!: string | null;
  /** `generative` answers, `embedding` turns texts into vectors. */
  model_type!: 'generative' | 'embedding';
  /** Tokens that it reads; null where that is not limited. */
  max_input_tokens!: Integer | null;
  /** Always null: the provider decides. */
  max_output_tokens!: Integer | null;
}

/** Models of the deployment. */
export class CompatModelList {
  /** Kind of the object. */
  object!: 'list';
  /** Generative models first, the default of each kind before others. */
  data!: readonly CompatModel[];
  /** Always false: the list is whole. */
  has_more!: boolean;
}
