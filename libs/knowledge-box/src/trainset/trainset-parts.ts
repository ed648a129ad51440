import { TrainsetHandlers } from './trainset.handlers';
import { TrainsetReader } from './trainset-reader';
import { TrainsetService } from './trainset.service';

/** What is in a knowledge box, for training. */
export const trainsetParts = {
  controllers: [TrainsetHandlers],
  providers: [TrainsetReader, TrainsetService],
};
