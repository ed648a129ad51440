import { handlersOf, On } from '@lectern/bus';
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

export const KnowledgeBoxAnswers = handlersOf(KnowledgeBoxReader)
  .answer(listAccountKnowledgeBoxes, (reader, { params, query, principal }) =>
    reader.list(params.account, query, principal),
  )
  .answer(getAccountKnowledgeBox, (reader, { params, principal }) => reader.get(params, principal))
  .answer(getKnowledgeBox, (reader, { params }) => reader.read(params.kbid))
  .answer(getKnowledgeBoxBySlug, (reader, { params, principal }) => reader.readBySlug(params.slug, principal))
  .answer(indexKnowledgeBoxes, (reader, { body }) => reader.index(body.account))
  .of(KnowledgeBoxWriter)
  .answer(createAccountKnowledgeBox, (writer, { params, body, principal }) =>
    writer.create(params.account, body, { principal }),
  )
  .answer(modifyAccountKnowledgeBox, (writer, { params, body, principal }) => writer.modify(params, body, principal))
  .answer(deleteAccountKnowledgeBox, (writer, { params, principal }) => writer.delete(params, principal));

@Controller()
export class KnowledgeBoxHandlers {
  constructor(private readonly boxes: KnowledgeBoxRepository) {}

  @On(knowledgeBoxChanged)
  changed({ kbid }: { readonly kbid: string }) {
    this.boxes.invalidate(kbid);
  }
}
