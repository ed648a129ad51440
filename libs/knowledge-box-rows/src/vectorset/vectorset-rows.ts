import { UnembeddedFieldRepository } from './unembedded-field.repository';
import { VectorsetContentRepository } from './vectorset-content.repository';
import { VectorsetEntity } from './vectorset.entity';
import { VectorsetRepository } from './vectorset.repository';

/** Which models have vectors of a knowledge box, and of what not yet. */
export const vectorsetRows = {
  entities: [VectorsetEntity],
  providers: [UnembeddedFieldRepository, VectorsetContentRepository, VectorsetRepository],
};
