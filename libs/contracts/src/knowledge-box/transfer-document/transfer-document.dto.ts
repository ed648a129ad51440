import { IsIn, IsObject, IsString, IsUUID, Length } from 'class-validator';
import { Nested, Satisfies } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { LabelsetPayload } from '../labelset/labelset.dto';
import { LABEL_CHARS_MAX } from '../limits';

/** A labelset of the box (`LAB`). */
export class ExportedLabelset {
  /** Id of the labelset. */
  @IsString() @Length(1, LABEL_CHARS_MAX) id!: string;
  /** Body of a request that creates it. */
  @Nested(() => LabelsetPayload) labelset!: LabelsetPayload;
}

/** Of a strategy: its rules and its splitter have far less. */
const STRATEGY_JSON_CHARS_MAX = 1_000_000;

/** A strategy of the box (`STR`), without keys. */
export class ExportedStrategy {
  /** Its id, by which fields name it. */
  @IsUUID() id!: string;
  /** Whether it is about extraction or about splitting. */
  @IsIn(['extract', 'split']) kind!: 'extract' | 'split';
  /** Body of a request that adds it. */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: 8, charsMax: STRATEGY_JSON_CHARS_MAX }))
  config!: Record<string, unknown>;
}
