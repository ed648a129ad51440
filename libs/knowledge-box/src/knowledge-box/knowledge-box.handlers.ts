import { Handles, On } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  getKnowledgeBox,
  getKnowledgeBoxBySlug,
  indexKnowledgeBoxes,
  knowledgeBoxChanged,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
} from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Controller } from '@nestjs/common';
import { KnowledgeBoxReader } from './knowledge-box-reader';
import { KnowledgeBoxWriter } from './knowledge-box-writer';

@Controller()
export class KnowledgeBoxHandlers {
  constructor(
    private readonly reader: KnowledgeBoxReader,
    private readonly writer: KnowledgeBoxWriter,
    private readonly boxes: KnowledgeBoxRepository,
  ) {}

  @Handles(listAccountKnowledgeBoxes)
  list({ params, query, principal }: Request<typeof listAccountKnowledgeBoxes>) {
    return this.reader.list(params.account, query, principal);
  }

  @Handles(createAccountKnowledgeBox)
  create({ params, body, principal }: Request<typeof createAccountKnowledgeBox>) {
    return this.writer.create(params.account, body, { principal });
  }

  @Handles(getAccountKnowledgeBox)
  get({ params, principal }: Request<typeof getAccountKnowledgeBox>) {
    return this.reader.get(params, principal);
  }

  @Handles(modifyAccountKnowledgeBox)
  modify({ params, body, principal }: Request<typeof modifyAccountKnowledgeBox>) {
    return this.writer.modify(params, body, principal);
  }

  @Handles(deleteAccountKnowledgeBox)
  delete({ params, principal }: Request<typeof deleteAccountKnowledgeBox>) {
    return this.writer.delete(params, principal);
  }

  @Handles(getKnowledgeBox)
  read({ params }: Request<typeof getKnowledgeBox>) {
    return this.reader.read(params.kbid);
  }

  @Handles(getKnowledgeBoxBySlug)
  readBySlug({ params, principal }: Request<typeof getKnowledgeBoxBySlug>) {
    return this.reader.readBySlug(params.slug, principal);
  }

  @Handles(indexKnowledgeBoxes)
  index({ body }: Request<typeof indexKnowledgeBoxes>) {
    return this.reader.index(body.account);
  }

  @On(knowledgeBoxChanged)
  changed({ kbid }: { readonly kbid: string }) {
    this.boxes.invalidate(kbid);
  }
}
