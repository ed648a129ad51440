import { BlobStore } from '@lectern/blob-store';
import { Bus } from '@lectern/bus';
import { DiskRoom } from '@lectern/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { Authorizer } from './access/authorizer';
import { Edge } from './edge/edge';
import { RunningRequests } from './running/running-requests.service';

/** Collaborators of every route. */
@Injectable()
export class GatewayParts {
  @Inject(DiskRoom) readonly disk!: DiskRoom;

  constructor(
    readonly bus: Bus,
    readonly blobs: BlobStore,
    readonly authorizer: Authorizer,
    readonly edge: Edge,
    readonly running: RunningRequests,
  ) {}
}
