import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { recordActivity } from '@lectern/contracts/search';
import type { ChatValue } from '@lectern/contracts/understanding';
import { Injectable, Logger } from '@nestjs/common';
import { ChatRecord, type ChatToRecord } from './chat-record';
import { type ChatCircumstances, ChatService } from './chat.service';

/** Chats of a knowledge box's readers, which are recorded as activity. */
@Injectable()
export class RecordedChats {
  private readonly logger = new Logger('Activity');

  constructor(
    private readonly chats: ChatService,
    private readonly bus: Bus,
  ) {}

  /** The answer ends only after it has been recorded. @throws AppError as `ChatService` */
  async *answer(chat: ChatToRecord, circumstances: ChatCircumstances): AsyncGenerator<ChatValue> {
    const record = new ChatRecord(chat);
    try {
      for await (const value of this.chats.answer(chat.request, circumstances)) {
        record.value(value);
        yield value;
      }
    } catch (error) {
      if (!circumstances.signal.aborted) record.failed();
      throw error;
    } finally {
      if (record.hasBegun) await this.record(record);
    }
  }

  private async record(record: ChatRecord): Promise<void> {
    await this.bus
      .request(recordActivity, { body: record.row() }, { principal: systemPrincipal })
      .catch((error: unknown) => this.logger.warn(`A chat is missing in the activity log: ${String(error)}`));
  }
}
