import type { ProcessingError, UnderstoodField } from '@lectern/contracts/understanding';
import { type TaskRun, Transactions } from '@lectern/database';
import {
  type ConversationKey,
  ConversationRepository,
  type ExtractedFieldEntity,
  type FieldEntity,
  FieldRepository,
  type MessageNote,
  type PendingMessage,
  splitId,
  withRenamedEntities,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isRefusedAsBlocked } from './blocked-processing';
import type { FieldOutcome } from './field-understanding';
import type { JoinedMessage } from '@lectern/intake';
import { MessageUnderstanding } from './message-understanding';

/** Messages that are read, processed and stored together. */
const TOGETHER = 8;
const ERRORS_MAX = 300;
const LANGUAGES_MAX = 100;

type Run = Pick<TaskRun, 'signal' | 'alive'> & { readonly onKept: () => void };

/**
 * Has the unprocessed messages of a conversation understood. Each result is stored at once, as a split of the field; an
 * attempt continues where the last one ended, and a message that fails does not block the others.
 */
@Injectable()
export class ConversationReading {
  constructor(
    private readonly messages: MessageUnderstanding,
    private readonly conversations: ConversationRepository,
    private readonly fields: FieldRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws AppError when a message must be retried */
  async read(field: FieldEntity, run: Run): Promise<FieldOutcome> {
    const found = new FoundInConversation();
    let failure: { readonly error: unknown } | undefined;
    for (let after = -1; ;) {
      const page = { after, limit: TOGETHER };
      const pending = await this.transactions.read((tx) => this.conversations.listPending(field, page, tx));
      const last = pending.at(-1);
      if (!last) break;
      const results = await Promise.allSettled(
        pending.map((message) => this.messages.understand(field, message, run.signal)),
      );
      run.signal.throwIfAborted();
      const understood = pending.flatMap((message, i) => {
        const result = results[i];
        if (result?.status === 'fulfilled') return [{ message, joined: result.value }];
        failure ??= { error: result?.reason };
        return [];
      });
      const stored = await this.store(field, understood);
      if (stored.length > 0) run.onKept();
      found.replaces ||= stored.includes('replaced');
      run.alive();
      for (const { joined } of understood) found.add(joined.understood);
      if (failure && isRefusedAsBlocked(failure.error)) break;
      after = last.position;
    }
    if (failure) throw failure.error;
    return this.outcome(field, found);
  }

  /** @returns for unchanged messages only, whether they had been understood before */
  private async store(
    field: FieldEntity,
    understood: readonly { readonly message: PendingMessage; readonly joined: JoinedMessage }[],
  ): Promise<readonly MessageNote[]> {
    return this.transactions.run(async (tx) => {
      const ended = understood.map(({ message, joined }) => ({ ...message, errors: joined.errors }));
      const kept = await this.conversations.end(field, ended, tx);
      const now = new Date();
      const rows = understood
        .filter(({ message }) => kept.has(message.position))
        .map(({ message, joined }) => splitOf(field, { message, joined, now }));
      await this.fields.putExtracted(await withRenamedEntities(rows, tx), tx);
      return [...kept.values()];
    });
  }

  /** The field as a whole: its text is that of its messages. Earlier results of other messages still count. */
  private async outcome(field: FieldEntity, found: FoundInConversation): Promise<FieldOutcome> {
    return this.transactions.run(async (tx) => {
      const before = await this.fields.findExtracted(field, tx);
      const isKept = before !== undefined && before.seqid >= field.contentSeqid;
      const isAdded = isKept && !found.replaces && !(await this.conversations.hasReplaced(field, tx));
      if (isKept) found.addFirst(before.understood);
      else await this.conversations.removeSplits(field, tx, field.contentSeqid);
      const errors = await this.conversations.listErrors(field, ERRORS_MAX, tx);
      const isEmpty = !(await this.conversations.hasParagraphs(field, tx));
      const content = { text: '', paragraphs: [] };
      return { field, understood: found.understood(errors), isEmpty, isAdded, content };
    });
  }
}

function splitOf(
  { kbid, rid, id }: ConversationKey,
  {
    message: { value, seqid },
    joined: { text, paragraphs, understood },
    now,
  }: { readonly message: PendingMessage; readonly joined: JoinedMessage; readonly now: Date },
): ExtractedFieldEntity {
  const content = { text, paragraphs: [...paragraphs], understood, extractedAt: now };
  return { kbid, rid, letter: 'c', id: splitId(id, value.ident), seqid, ...content };
}

/** Facts about the resource from a conversation: its first language, and all languages. */
class FoundInConversation {
  /** Whether one of the messages had been understood before. */
  replaces = false;
  private readonly languages = new Set<string>();
  private language = '';
  private summary = '';

  add({ language, languages, summary }: UnderstoodField): void {
    this.language ||= language;
    this.summary ||= summary;
    for (const one of languages) if (this.languages.size < LANGUAGES_MAX) this.languages.add(one);
  }

  /** Adds a result from before all others. */
  addFirst(understood: UnderstoodField): void {
    this.language = understood.language || this.language;
    this.summary = understood.summary || this.summary;
    this.add(understood);
  }

  understood(errors: readonly ProcessingError[]): UnderstoodField {
    const { language, summary } = this;
    return { summary, language, languages: [...this.languages], mimeType: '', entities: [], links: [], errors };
  }
}
