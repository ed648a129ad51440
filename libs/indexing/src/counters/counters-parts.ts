import { CountersHandlers } from './counters.handlers';
import { CountersService } from './counters.service';

/** How much is in a knowledge box. */
export const countersParts = {
  controllers: [CountersHandlers],
  providers: [CountersService],
};
