import { Module } from '@nestjs/common';
import { Degradation } from './degradation';

/** Handles stages that fail without failing their request. */
@Module({
  providers: [Degradation],
  exports: [Degradation],
})
export class DegradationModule {}
