import { BlobStoreModule } from '@lectern/blob-store';
import { Module } from '@nestjs/common';
import { AnswerWriter } from './answer-writer';

/** Answers to requests. */
@Module({ imports: [BlobStoreModule], providers: [AnswerWriter], exports: [AnswerWriter] })
export class ReplyModule {}
