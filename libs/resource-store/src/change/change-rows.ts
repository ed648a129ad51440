import { ChangeLogRepository } from './change-log.repository';
import { ChangeEntity, ChangeFloorEntity } from './change.entity';

/** The change log. */
export const changeRows = {
  entities: [ChangeEntity, ChangeFloorEntity],
  providers: [ChangeLogRepository],
};
