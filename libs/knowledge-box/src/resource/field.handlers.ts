import { handlersOf, Handles } from '@lectern/bus';
import type { Principal, Request } from '@lectern/contracts/core';
import {
  deleteField,
  type FieldTarget,
  getField,
  putConversationField,
  putFileField,
  putKeyValueField,
  putLinkField,
  putTextField,
  type Queued,
  reprocessField,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { sentPassword } from '@lectern/intake';
import { ResourceReader } from './resource-reader';
import { ResourceReprocessor } from './resource-reprocessor';
import { ResourceWriter } from './resource-writer';
import { FieldRemover } from '../field/field-remover';
import { type FieldPayloads, FieldWriter } from '../field/field-writer';

export const FieldAnswers = handlersOf(ResourceReader)
  .answer(getField, (reader, { params, query, principal }) =>
    reader.getField(params, { type: params.field_type, id: params.field_id }, { query, principal }),
  )
  .of(FieldRemover)
  .answer(deleteField, (remover, { params, principal }) =>
    remover.delete(params, { type: params.field_type, id: params.field_id }, principal),
  )
  .of(ResourceReprocessor)
  .answer(reprocessField, (reprocessor, { params, query, headers, principal }) =>
    reprocessor.reprocessField(
      params,
      { type: params.field_type, id: params.field_id, password: sentPassword(headers['x-file-password']) },
      { resetTitle: query.reset_title, principal },
    ),
  );

@Controller()
export class FieldHandlers {
  constructor(
    private readonly writer: ResourceWriter,
    private readonly fields: FieldWriter,
  ) {}

  @Handles(putTextField)
  putText({ params, body, principal }: Request<typeof putTextField>) {
    return this.put(params, principal, { texts: { [params.field_id]: body } });
  }

  @Handles(putLinkField)
  putLink({ params, body, principal }: Request<typeof putLinkField>) {
    return this.put(params, principal, { links: { [params.field_id]: body } });
  }

  @Handles(putFileField)
  putFile({ params, headers, body, principal }: Request<typeof putFileField>) {
    const target = { ...params, skipStore: headers['x-skip-store'] };
    return this.put(target, principal, { files: { [params.field_id]: body } });
  }

  @Handles(putKeyValueField)
  putKeyValue({ params, body, principal }: Request<typeof putKeyValueField>) {
    return this.put(params, principal, { key_values: { [params.field_id]: body } });
  }

  @Handles(putConversationField)
  putConversation({ params, body, principal }: Request<typeof putConversationField>) {
    return this.put(params, principal, { conversations: { [params.field_id]: body } });
  }

  private put(
    { skipStore, ...target }: FieldTarget & { readonly skipStore?: boolean },
    principal: Principal,
    payloads: FieldPayloads,
  ): Promise<Queued> {
    const { kbid } = target;
    const make = (rid: string) => this.fields.prepare({ kbid, rid, skipStore }, payloads, new Date());
    return this.writer.putFields(target, principal, { make });
  }
}
