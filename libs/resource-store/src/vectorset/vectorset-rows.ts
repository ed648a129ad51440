import { UnembeddedFieldRepository } from './unembedded-field.repository';
import { VectorsetContentRepository } from './vectorset-content.repository';
import { VectorsetEntity } from './vectorset.entity';
import { VectorsetRepository } from './vectorset.repository';

/** The vectorsets of a knowledge box and their gaps. */
export const vectorsetRows = {
  entities: [VectorsetEntity],
  providers: [UnembeddedFieldRepository, VectorsetContentRepository, VectorsetRepository],
};
