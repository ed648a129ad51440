import { busFor } from '@lectern/bus';
import { reportActs } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { AccessActs } from './access-acts';
import { ActReport } from './act-report.task';

/** Reports of changes of rights and credentials. */
@Module({
  imports: [knowledgeBoxDatabase],
  providers: [busFor({ calls: [reportActs], publishes: [accessChanged] }), AccessActs, ActReport],
  exports: [AccessActs],
})
export class AccessActModule {}
