import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { listBlobsOfProcessing } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { NamedProcessingBlobsRepository } from './named-blobs.repository';
import { Controller } from '@nestjs/common';

@Controller()
export class NamedBlobsHandlers {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: NamedProcessingBlobsRepository,
  ) {}

  @Handles(listBlobsOfProcessing)
  async named({ body: { keys } }: Pick<Request<typeof listBlobsOfProcessing>, 'body'>) {
    return { keys: await this.transactions.read((tx) => this.rows.among(keys, tx)) };
  }
}
