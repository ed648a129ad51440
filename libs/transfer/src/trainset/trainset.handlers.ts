import { handlersOf } from '@lectern/bus';
import {
  listTrainsetPartitions,
  listTrainsetPartitionsByPrefix,
  streamTrainset,
} from '@lectern/contracts/knowledge-box';
import { TrainsetService } from './trainset.service';

export const TrainsetHandlers = handlersOf(TrainsetService)
  .answer(listTrainsetPartitions, (trainsets, { params }) => trainsets.partitions(params.kbid))
  .answer(listTrainsetPartitionsByPrefix, (trainsets, { params }) => trainsets.partitions(params.kbid, params.prefix))
  .answer(streamTrainset, (trainsets, { params, body, ...caller }) =>
    trainsets.stream(params.kbid, { partition: params.partition, payload: body }, caller),
  );
