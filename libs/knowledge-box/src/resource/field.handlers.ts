import { Handles } from '@lectern/bus';
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

@Controller()
export class FieldHandlers {
  constructor(
    private readonly writer: ResourceWriter,
    private readonly fields: FieldWriter,
    private readonly reader: ResourceReader,
    private readonly remover: FieldRemover,
    private readonly reprocessor: ResourceReprocessor,
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

  @Handles(getField)
  get({ params, query, principal }: Request<typeof getField>) {
    return this.reader.getField(params, { type: params.field_type, id: params.field_id }, { query, principal });
  }

  @Handles(deleteField)
  delete({ params, principal }: Request<typeof deleteField>) {
    return this.remover.delete(params, { type: params.field_type, id: params.field_id }, principal);
  }

  @Handles(reprocessField)
  reprocess({ params, query, headers, principal }: Request<typeof reprocessField>) {
    const field = { type: params.field_type, id: params.field_id, password: sentPassword(headers['x-file-password']) };
    return this.reprocessor.reprocessField(params, field, { resetTitle: query.reset_title, principal });
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
