import { Module } from '@nestjs/common';
import { InteractionModule } from '../interaction/interaction.module';
import { AgentSessionModule } from '../session/session.module';
import { TimelineModule } from '../timeline/timeline.module';
import { InteractionReplayHandlers } from './interaction-replay.handlers';
import { InteractionReplays } from './interaction-replays';

/** Runs recorded interactions again, and compares how they went. */
@Module({
  imports: [InteractionModule, AgentSessionModule, TimelineModule],
  controllers: [InteractionReplayHandlers],
  providers: [InteractionReplays],
})
export class InteractionReplayModule {}
