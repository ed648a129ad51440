import { CustomSynonymsEntity } from './custom-synonyms.entity';
import { EntityRepository } from './entity.repository';
import { LabelsetEntity } from './labelset.entity';
import { LabelsetRepository } from './labelset.repository';
import { SynonymsRepository } from './synonyms.repository';

/** Words that a knowledge box prescribes or explains. */
export const vocabularyRows = {
  entities: [LabelsetEntity, CustomSynonymsEntity],
  providers: [EntityRepository, LabelsetRepository, SynonymsRepository],
};
