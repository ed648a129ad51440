import { Module } from '@nestjs/common';
import { Degradation } from './degradation';

/** Stages that failed without failing their request. */
@Module({
  providers: [Degradation],
  exports: [Degradation],
})
export class DegradationModule {}
