import { BlobStoreModule } from '@lectern/blob-store';
import { Module } from '@nestjs/common';
import { RequestBodies } from './request-bodies';

/** Bodies of requests. */
@Module({ imports: [BlobStoreModule], providers: [RequestBodies], exports: [RequestBodies] })
export class BodyModule {}
