import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  listTrainsetPartitions,
  listTrainsetPartitionsByPrefix,
  streamTrainset,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { TrainsetService } from './trainset.service';

@Controller()
export class TrainsetHandlers {
  constructor(private readonly trainsets: TrainsetService) {}

  @Handles(listTrainsetPartitions)
  list({ params }: Request<typeof listTrainsetPartitions>) {
    return this.trainsets.partitions(params.kbid);
  }

  @Handles(listTrainsetPartitionsByPrefix)
  listByPrefix({ params }: Request<typeof listTrainsetPartitionsByPrefix>) {
    return this.trainsets.partitions(params.kbid, params.prefix);
  }

  @Handles(streamTrainset)
  stream({ params, body, ...caller }: Request<typeof streamTrainset>) {
    return this.trainsets.stream(params.kbid, { partition: params.partition, payload: body }, caller);
  }
}
