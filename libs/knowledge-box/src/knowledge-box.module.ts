import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module';
import { ContentModule } from './content.module';

/** Knowledge boxes, who may use them, and what is in them. */
@Module({ imports: [AccessModule, ContentModule] })
export class KnowledgeBoxModule {}
