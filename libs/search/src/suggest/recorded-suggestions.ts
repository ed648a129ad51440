import type { Suggestions, SuggestionsWanted } from '@lectern/contracts/search';
import { UsageMeter } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { RecordedCalls, recordedText } from '@lectern/activity';
import type { CallContext } from '../query/retrieval-query';
import { SuggestService } from './suggest.service';

/** Makes suggestions and records the typed text. */
@Injectable()
export class RecordedSuggestions {
  constructor(
    private readonly suggestions: SuggestService,
    private readonly calls: RecordedCalls,
    private readonly meter: UsageMeter,
  ) {}

  /** @throws AppError as `SuggestService` */
  async suggest(kbid: string, wanted: SuggestionsWanted, call: CallContext): Promise<Suggestions> {
    const suggestions = await this.calls.call(
      { kbid, principal: call.principal, client: 'api', event: 'suggest' },
      () => this.suggestions.suggest(kbid, wanted, call),
      ({ paragraphs }) => ({
        question: recordedText(wanted.query),
        ...(paragraphs && { resources_count: new Set(paragraphs.results.map(({ rid }) => rid)).size }),
      }),
    );
    this.meter.countFor(call.principal, { kbid, metrics: { suggestions_performed: 1 } });
    return suggestions;
  }
}
