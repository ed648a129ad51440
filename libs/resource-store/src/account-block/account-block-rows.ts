import { AccountBlockEntity } from './account-block.entity';
import { AccountBlockRepository } from './account-block.repository';

/** Features that are blocked for accounts. */
export const accountBlockRows = {
  entities: [AccountBlockEntity],
  providers: [AccountBlockRepository],
};
