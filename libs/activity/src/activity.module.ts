import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { listChanges, sendMail } from '@lectern/contracts/knowledge-box';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { ActivityRecorder } from './record/activity-recorder';
import { ActivityRetention } from './activity/activity-retention';
import { ActivityAnswers, ActivityHandlers } from './record/activity.handlers';
import { ActivityRepository } from './activity/activity.repository';
import { ActivityService } from './activity/activity.service';
import { RecordedCalls } from './record/recorded-calls';
import { ActivityDownloadHandlers } from './download/activity-download.handlers';
import { ActivityDownloadRepository } from './download/activity-download.repository';
import { ActivityDownloadService } from './download/activity-download.service';
import { ActivityFileText } from './download/activity-file';
import { ActivityFileTask } from './download/activity-file.task';
import { EvaluationResultEntity, EvaluationRunEntity, EvaluationSetEntity } from './evaluation/evaluation.entity';
import { EvaluationPurge } from './evaluation/evaluation-purge';
import { EvaluationRunsRepository } from './evaluation/evaluation-runs.repository';
import { EvaluationSetsRepository } from './evaluation/evaluation-sets.repository';
import { ExpiredDownloads } from './download/expired-downloads';
import { FeedbackHandlers } from './feedback/feedback.handlers';
import { FeedbackRepository } from './activity/feedback.repository';
import { FeedbackService } from './feedback/feedback.service';
import { ActivityJournal } from './journal/activity-journal';
import { ActivityWriter } from './journal/activity-writer';
import { JournalRepository } from './journal/journal.repository';
import { FollowedChangesRepository } from './resources/followed-changes.repository';
import { ResourceActivity } from './resources/resource-activity';
import { ResourceActivityListener } from './resources/resource-activity.listener';
import { AnswerScoresRepository } from './scores/answer-scores.repository';
import { AskTraceRecorder } from './trace/ask-trace-recorder';
import { AskTraceRetention } from './trace/ask-trace-retention';
import { AskTracesRepository } from './trace/ask-traces.repository';
import { ActivityEntity, ActivityHourEntity, PurgedBoxEntity } from './activity/activity.entity';
import { ActivityDownloadEntity } from './download/activity-download.entity';
import { FeedbackEntity } from './activity/feedback.entity';
import { FollowedChangesEntity } from './resources/followed-changes.entity';
import { JournalEntity } from './journal/journal.entity';
import { AnswerScoresEntity } from './scores/answer-scores.entity';
import { AskTraceEntity } from './trace/ask-trace.entity';
import { searchDatabase } from './search.database';

/** Records calls, judgements of answers, traces of questions and evaluations; shows, exports and prunes them. */
@Module({
  imports: [searchDatabase, BlobStoreModule],
  controllers: [
    ActivityDownloadHandlers,
    ActivityAnswers,
    ActivityHandlers,
    FeedbackHandlers,
    ResourceActivityListener,
  ],
  providers: [
    busFor({ calls: [listChanges, sendMail] }),
    rowsOf(
      ActivityDownloadEntity,
      ActivityEntity,
      ActivityHourEntity,
      AnswerScoresEntity,
      AskTraceEntity,
      EvaluationResultEntity,
      EvaluationRunEntity,
      EvaluationSetEntity,
      FeedbackEntity,
      FollowedChangesEntity,
      JournalEntity,
      PurgedBoxEntity,
    ),
    ActivityDownloadRepository,
    ActivityDownloadService,
    ActivityFileTask,
    ActivityFileText,
    ActivityJournal,
    ActivityRecorder,
    ActivityRepository,
    ActivityRetention,
    ActivityService,
    ActivityWriter,
    AnswerScoresRepository,
    AskTraceRecorder,
    AskTraceRetention,
    AskTracesRepository,
    EvaluationPurge,
    EvaluationRunsRepository,
    EvaluationSetsRepository,
    ExpiredDownloads,
    FeedbackRepository,
    FeedbackService,
    FollowedChangesRepository,
    JournalRepository,
    RecordedCalls,
    ResourceActivity,
  ],
  exports: [
    ActivityRecorder,
    ActivityWriter,
    AnswerScoresRepository,
    AskTraceRecorder,
    AskTracesRepository,
    EvaluationRunsRepository,
    EvaluationSetsRepository,
    RecordedCalls,
  ],
})
export class ActivityModule {}
