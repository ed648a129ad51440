import { IsString, MaxLength } from 'class-validator';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';

/** A kind of prediction, named in a path below a knowledge box. */
export class PredictEndpointTarget extends KnowledgeBoxTarget {
  /** Name of the kind. */
  @IsString() @MaxLength(100) endpoint!: string;
}
