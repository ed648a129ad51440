import type { FieldToProcess } from '@lectern/contracts/understanding';
import { type FieldEntity, type PendingMessage, splitId, strategiesIn } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { gathered, joinedMessage, type JoinedMessage, type MessagePart } from '@lectern/intake';
import { FieldUnderstanding } from './field-understanding';

/** Has single messages and their attachments understood. */
@Injectable()
export class MessageUnderstanding {
  constructor(private readonly understanding: FieldUnderstanding) {}

  /** @throws AppError when the message must be retried */
  async understand(
    { kbid, rid, id, mlText, value: conversation }: Pick<FieldEntity, 'kbid' | 'rid' | 'id' | 'mlText' | 'value'>,
    { value, blobKeys }: Pick<PendingMessage, 'value' | 'blobKeys'>,
    signal: AbortSignal,
  ): Promise<JoinedMessage> {
    const { ident, content } = value;
    const field = { letter: 'c' as const, id: splitId(id, ident) };
    const target = { kbid, rid, field, mlText, ...strategiesIn(conversation) };
    const read = (input: Pick<FieldToProcess, 'text' | 'file'>) =>
      gathered(this.understanding.valuesOf({ ...target, ...input }, signal));
    const parts: MessagePart[] = [await read({ text: { body: content.text, format: content.format } })];
    for (const [number, { filename, content_type: contentType, size: sizeBytes }] of content.attachments.entries()) {
      const key = blobKeys[number];
      if (key !== undefined)
        parts.push({ ...(await read({ file: { key, sizeBytes, contentType, filename } })), filename });
    }
    return joinedMessage(ident, parts);
  }
}
