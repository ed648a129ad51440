import { AppError } from '@lectern/contracts/core';
import { ExportedMessage, type StrategyNames } from '@lectern/contracts/knowledge-box';
import { conversationValue, type FieldEntity, FieldRepository, splitId } from '@lectern/resource-store';
import { type StoredMessage, TransferConversationRepository } from './transfer-conversation.repository';
import { Injectable } from '@nestjs/common';
import { FieldIntake, type Intake } from './field-intake';
import type { PositionedFrame } from './frame';
import { importedMessage } from './imported-message';
import type { ImportedBinary } from './imported-resource';
import { badItem, itemOf } from './item-reader';

/** Messages stored together. */
const TOGETHER = 200;
const TOGETHER_BYTES = 1024 * 1024;

/** The source of messages, and the preceding files. */
export interface MessageIntake extends Intake {
  /** Files that no message has referred to yet. */
  readonly binaries: Map<number, ImportedBinary>;
}

/** Stores the messages of conversations with their results, in batches. */
@Injectable()
export class ConversationIntake {
  constructor(
    private readonly conversations: TransferConversationRepository,
    private readonly fields: FieldRepository,
    private readonly findings: FieldIntake,
  ) {}

  /**
   * The field must already be stored.
   *
   * @param expected number of messages that follow, including deleted ones
   * @returns the field, and whether the file contains the results of all processed messages
   * @throws AppError `bad_request`
   */
  async store(
    field: FieldEntity,
    expected: number,
    intake: MessageIntake,
  ): Promise<{ readonly field: FieldEntity; readonly isComplete: boolean }> {
    const { kbid, rid, id, seqid } = field;
    const known = new Set<string>();
    const batch = new Batch();
    const totals = { deleted: 0, lacking: 0 };
    for (let frame = await intake.items.takeIf('MSG'); frame; frame = await intake.items.takeIf('MSG')) {
      intake.alive();
      const message = await readMessage(frame, field, intake);
      if (known.has(message.ident)) throw badItem(frame, new Error(`the ident ${message.ident} is there twice`));
      const position = known.size;
      known.add(message.ident);
      if (!message.value) totals.deleted += 1;
      const split = { kbid, rid, letter: 'c' as const, id: splitId(id, message.ident), seqid };
      const isFound = message.value === null || (await this.findings.store(split, intake));
      if (!isFound && !message.isPending) totals.lacking += 1;
      batch.add({ ...message, position, isPending: message.isPending || !isFound }, frame.payload.length);
      if (batch.isFull) await this.conversations.insert(field, { seqid, messages: batch.take() }, intake.tx);
    }
    if (known.size !== expected) {
      throw new AppError(
        'bad_request',
        `The conversation ${id} should have ${expected} messages, and has ${known.size}`,
      );
    }
    await this.conversations.insert(field, { seqid, messages: batch.take() }, intake.tx);
    const value = conversationValue({ appended: expected, deleted: totals.deleted }, namedStrategies(field));
    await this.fields.setValue({ kbid, rid, letter: 'c', id }, value, intake.tx);
    return { field: { ...field, value }, isComplete: totals.lacking === 0 };
  }
}

/** The value of a stored conversation, with its strategies. */
function namedStrategies({ value }: FieldEntity): StrategyNames {
  return typeof value === 'object' && 'total' in value ? value : {};
}

async function readMessage(frame: PositionedFrame, field: FieldEntity, { binaries }: MessageIntake) {
  const item = await itemOf(frame, ExportedMessage);
  const take = (number: number) => {
    const binary = binaries.get(number);
    binaries.delete(number);
    return binary;
  };
  try {
    return importedMessage(item, field, take);
  } catch (error) {
    throw error instanceof AppError ? badItem(frame, error) : error;
  }
}

/** Messages that are not stored yet. */
class Batch {
  private messages: StoredMessage[] = [];
  private bytes = 0;

  get isFull(): boolean {
    return this.messages.length >= TOGETHER || this.bytes >= TOGETHER_BYTES;
  }

  add(message: StoredMessage, bytes: number): void {
    this.messages.push(message);
    this.bytes += bytes;
  }

  take(): StoredMessage[] {
    const taken = this.messages;
    this.messages = [];
    this.bytes = 0;
    return taken;
  }
}
