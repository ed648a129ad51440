import { Module } from '@nestjs/common';
import { AccessChangeHandlers } from './access-change.handlers';

/** What changed lately, for zones that are elsewhere. */
@Module({ controllers: [AccessChangeHandlers] })
export class AccessChangeModule {}
