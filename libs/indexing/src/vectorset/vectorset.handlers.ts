import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  addVectorset,
  deleteVectorset,
  listVectorsets,
  readBoxVectorsets,
  readModelUse,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { VectorsetReader } from './vectorset-reader';
import { VectorsetService } from './vectorset.service';

@Controller()
export class VectorsetHandlers {
  constructor(
    private readonly vectorsets: VectorsetService,
    private readonly reader: VectorsetReader,
  ) {}

  @Handles(listVectorsets)
  list({ params }: Request<typeof listVectorsets>) {
    return this.reader.list(params.kbid);
  }

  @Handles(readBoxVectorsets)
  read({ body }: Request<typeof readBoxVectorsets>) {
    return this.reader.read(body);
  }

  @Handles(readModelUse)
  readModelUse() {
    return this.reader.readModelUse();
  }

  @Handles(addVectorset)
  add({ params }: Request<typeof addVectorset>) {
    return this.vectorsets.add({ kbid: params.kbid, id: params.vectorset_id });
  }

  @Handles(deleteVectorset)
  delete({ params }: Request<typeof deleteVectorset>) {
    return this.vectorsets.delete({ kbid: params.kbid, id: params.vectorset_id });
  }
}
