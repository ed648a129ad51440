import { handlersOf } from '@lectern/bus';
import {
  createResource,
  deleteResource,
  headResource,
  listResources,
  modifyResource,
  readParagraphs,
  readResources,
  reindexResource,
  reprocessResource,
} from '@lectern/contracts/knowledge-box';
import { ParagraphReader } from '@lectern/indexing';
import { ResourceReader } from './resource-reader';
import { ResourceRemover } from './resource-remover';
import { ResourceReprocessor } from './resource-reprocessor';
import { ResourceWriter } from './resource-writer';

export const ResourceHandlers = handlersOf(ResourceWriter)
  .answer(createResource, (writer, { params, headers, body, principal }) =>
    writer.create({ ...params, principal }, body, { skipStore: headers['x-skip-store'] }),
  )
  .answer(modifyResource, (writer, { params, headers, body, principal }) =>
    writer.modify(params, body, { principal, skipStore: headers['x-skip-store'] }),
  )
  .of(ParagraphReader)
  .answer(readParagraphs, (paragraphs, { body }) => paragraphs.read(body))
  .of(ResourceRemover)
  .answer(deleteResource, (remover, { params, principal }) => remover.delete(params, principal))
  .of(ResourceReprocessor)
  .answer(reindexResource, (reprocessor, { params }) => reprocessor.reindex(params))
  .answer(reprocessResource, (reprocessor, { params, query, principal }) =>
    reprocessor.reprocess(params, { resetTitle: query.reset_title, principal }),
  )
  .of(ResourceReader)
  .answer(listResources, (reader, { params, query, principal }) => reader.list(params.kbid, query, principal))
  .answer(readResources, (reader, { body }) => reader.readMany(body))
  .answer(headResource, (reader, { params, principal }) => reader.head(params, principal));
