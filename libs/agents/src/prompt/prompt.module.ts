import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { PromptEntity } from './prompt.entity';
import { PromptHandlers } from './prompt.handlers';
import { PromptRepository } from './prompt.repository';
import { PromptService } from './prompt.service';

/** Templates that agents offer to clients. */
@Module({
  imports: [agentsDatabase],
  controllers: [PromptHandlers],
  providers: [rowsOf(PromptEntity), PromptRepository, PromptService],
  exports: [PromptRepository, PromptService],
})
export class PromptModule {}
