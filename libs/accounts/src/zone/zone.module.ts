import { busFor } from '@lectern/bus';
import { indexRemoteZone } from '@lectern/contracts/accounts';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { ZoneBoxes } from './zone-boxes';
import { ZoneEntity } from './zone.entity';
import { ZoneHandlers } from './zone.handlers';
import { ZoneRepository } from './zone.repository';
import { ZoneService } from './zone.service';

/** Zones, and the knowledge boxes in them. */
@Module({
  imports: [accountsDatabase],
  controllers: [ZoneHandlers],
  providers: [
    rowsOf(ZoneEntity),
    busFor({ calls: [indexKnowledgeBoxes, indexRemoteZone] }),
    ZoneBoxes,
    ZoneRepository,
    ZoneService,
  ],
  exports: [ZoneBoxes, ZoneRepository],
})
export class ZoneModule {}
