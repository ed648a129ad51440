import { ConfigError, readConfig } from '@lectern/config';
import { Module } from '@nestjs/common';
import { AllowList } from './allow-list';
import { Egress } from './egress';
import { egressConfig } from './egress.config';
import { Guard } from './guard';

/** Provides `Egress`. */
@Module({ providers: [{ provide: Egress, useFactory: openEgress }], exports: [Egress] })
export class EgressModule {}

function openEgress(): Egress {
  const { EGRESS_ALLOW: entries } = readConfig(egressConfig);
  try {
    return new Egress(new Guard(new AllowList(entries)));
  } catch (error) {
    throw new ConfigError([`EGRESS_ALLOW ${error instanceof Error ? error.message : String(error)}`]);
  }
}
