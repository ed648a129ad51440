import { AccountBlockEntity } from './account-block.entity';
import { AccountBlockRepository } from './account-block.repository';

/** What accounts are kept from. */
export const accountBlockRows = {
  entities: [AccountBlockEntity],
  providers: [AccountBlockRepository],
};
