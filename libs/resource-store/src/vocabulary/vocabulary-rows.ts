import { CustomSynonymsEntity } from './custom-synonyms.entity';
import { EntityRepository } from './entity.repository';
import { LabelsetEntity } from './labelset.entity';
import { LabelsetRepository } from './labelset.repository';
import { SynonymsRepository } from './synonyms.repository';

/** Labels, synonyms and entities of a knowledge box. */
export const vocabularyRows = {
  entities: [LabelsetEntity, CustomSynonymsEntity],
  providers: [EntityRepository, LabelsetRepository, SynonymsRepository],
};
