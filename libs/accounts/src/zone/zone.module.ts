import { busFor } from '@lectern/bus';
import { indexRemoteZone, purgeInRemoteZone, removeMembersInRemoteZone } from '@lectern/contracts/accounts';
import {
  indexKnowledgeBoxes,
  purgeFormerAccount,
  removeFormerMembersOfAccount,
} from '@lectern/contracts/knowledge-box';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { ZoneBoxes } from './zone-boxes';
import { ZoneDuties } from './zone-duties';
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
    busFor({
      calls: [
        indexKnowledgeBoxes,
        indexRemoteZone,
        purgeFormerAccount,
        purgeInRemoteZone,
        removeFormerMembersOfAccount,
        removeMembersInRemoteZone,
      ],
    }),
    ZoneBoxes,
    ZoneDuties,
    ZoneRepository,
    ZoneService,
  ],
  exports: [ZoneBoxes, ZoneDuties, ZoneRepository],
})
export class ZoneModule {}
