import { FieldContentRepository } from './field-content.repository';
import { FieldEnvelope } from './field-envelope';
import { FieldPartsRepository } from './field-parts.repository';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  UnembeddedFieldEntity,
} from './field.entity';
import { FieldRepository } from './field.repository';
import { PassageRepository } from './passage.repository';

/** Fields of resources and their processing results. */
export const fieldRows = {
  entities: [ExtractedFieldEntity, FieldEntity, FieldPartEntity, FieldVectorsEntity, UnembeddedFieldEntity],
  providers: [FieldContentRepository, FieldEnvelope, FieldPartsRepository, FieldRepository, PassageRepository],
};
