import { Handles } from '@lectern/bus';
import {
  deleteField,
  deleteFieldBySlug,
  getField,
  getFieldBySlug,
  putFileField,
  putFileFieldBySlug,
  putLinkField,
  putLinkFieldBySlug,
  putTextField,
  putTextFieldBySlug,
  reprocessField,
  reprocessFieldBySlug,
  type FieldTarget,
  type Principal,
  type Queued,
  type Request,
} from '@lectern/contracts';
import { Controller } from '@nestjs/common';
import { ResourceReader } from '../resource/resource-reader';
import { ResourceReprocessor } from '../resource/resource-reprocessor';
import { ResourceWriter } from '../resource/resource-writer';
import { FieldRemover } from './field-remover';
import { type FieldPayloads, FieldWriter } from './field-writer';

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

  @Handles(putTextFieldBySlug)
  putTextBySlug(request: Request<typeof putTextFieldBySlug>) {
    return this.putText(request);
  }

  @Handles(putLinkField)
  putLink({ params, body, principal }: Request<typeof putLinkField>) {
    return this.put(params, principal, { links: { [params.field_id]: body } });
  }

  @Handles(putLinkFieldBySlug)
  putLinkBySlug(request: Request<typeof putLinkFieldBySlug>) {
    return this.putLink(request);
  }

  @Handles(putFileField)
  putFile({ params, body, principal }: Request<typeof putFileField>) {
    return this.put(params, principal, { files: { [params.field_id]: body } });
  }

  @Handles(putFileFieldBySlug)
  putFileBySlug(request: Request<typeof putFileFieldBySlug>) {
    return this.putFile(request);
  }

  @Handles(getField)
  get({ params, query, principal }: Request<typeof getField>) {
    return this.reader.getField(params, { type: params.field_type, id: params.field_id }, { query, principal });
  }

  @Handles(getFieldBySlug)
  getBySlug(request: Request<typeof getFieldBySlug>) {
    return this.get(request);
  }

  @Handles(deleteField)
  delete({ params, principal }: Request<typeof deleteField>) {
    return this.remover.delete(params, { type: params.field_type, id: params.field_id }, principal);
  }

  @Handles(deleteFieldBySlug)
  deleteBySlug(request: Request<typeof deleteFieldBySlug>) {
    return this.delete(request);
  }

  @Handles(reprocessField)
  reprocess({ params, query, headers, principal }: Request<typeof reprocessField>) {
    const field = { type: params.field_type, id: params.field_id, password: headers['x-file-password'] };
    return this.reprocessor.reprocessField(params, field, { resetTitle: query.reset_title, principal });
  }

  @Handles(reprocessFieldBySlug)
  reprocessBySlug(request: Request<typeof reprocessFieldBySlug>) {
    return this.reprocess(request);
  }

  private put(target: FieldTarget, principal: Principal, payloads: FieldPayloads): Promise<Queued> {
    const make = (rid: string) => this.fields.prepare({ kbid: target.kbid, rid }, payloads, new Date());
    return this.writer.putFields(target, principal, { make });
  }
}
