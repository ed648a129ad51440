import { IsString, Length } from 'class-validator';
import { Nested } from '../../validation/decorators';
import { LabelsetPayload } from '../labelset/labelset.dto';
import { CONFIGURATION_NAME_CHARS_MAX, LABEL_CHARS_MAX } from '../limits';
import { SearchConfigurationPayload } from '../search-configuration/search-configuration.dto';

/** A labelset of the box (`LAB`). */
export class ExportedLabelset {
  /** Id of the labelset. */
  @IsString() @Length(1, LABEL_CHARS_MAX) id!: string;
  /** What a request that creates it would say. */
  @Nested(() => LabelsetPayload) labelset!: LabelsetPayload;
}

/** A search configuration of the box (`CFG`). */
export class ExportedSearchConfiguration {
  /** Its name. */
  @IsString() @Length(1, CONFIGURATION_NAME_CHARS_MAX) name!: string;
  /** What a request that creates it would say. */
  @Nested(() => SearchConfigurationPayload) configuration!: SearchConfigurationPayload;
}
