import { busFor } from '@lectern/bus';
import { recordActivity } from '@lectern/contracts/search';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { AgentSessionModule } from '../session/session.module';
import { InteractionLog } from './interaction-log';
import { InteractionMetrics } from './interaction-metrics';
import { TimelineActivity } from './timeline-activity';
import { TimelineEntity, TimelineJournalEntity } from './timeline.entity';
import { TimelineHandlers } from './timeline.handlers';
import { TimelineJournal } from './timeline-journal';
import { TimelineRepository } from './timeline.repository';
import { TimelineService } from './timeline.service';
import { TimelineWriter } from './timeline-writer';

const bus = busFor({ calls: [recordActivity] });

/** Timelines: how interactions went. */
@Module({
  imports: [agentsDatabase, AgentSessionModule],
  controllers: [TimelineHandlers],
  providers: [
    rowsOf(TimelineEntity, TimelineJournalEntity),
    bus,
    InteractionLog,
    InteractionMetrics,
    TimelineActivity,
    TimelineJournal,
    TimelineRepository,
    TimelineService,
    TimelineWriter,
  ],
  exports: [InteractionLog, TimelineRepository, TimelineService, TimelineWriter],
})
export class TimelineModule {}
