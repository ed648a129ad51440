import { ChangeLogRepository } from './change-log.repository';
import { ChangeEntity } from './change.entity';

/** The change log. */
export const changeRows = {
  entities: [ChangeEntity],
  providers: [ChangeLogRepository],
};
