import { IndexCensusRepository } from './index-census.repository';
import { IndexDifferenceRepository } from './index-difference.repository';
import { IndexCensusEntity, IndexDifferenceEntity, IndexRunEntity } from './index-run.entity';
import { IndexRunRepository } from './index-run.repository';

/** Rebuilds and verifications of indexes. */
export const indexRunRows = {
  entities: [IndexCensusEntity, IndexDifferenceEntity, IndexRunEntity],
  providers: [IndexCensusRepository, IndexDifferenceRepository, IndexRunRepository],
};
