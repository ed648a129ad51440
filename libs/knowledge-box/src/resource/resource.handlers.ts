import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
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
import { Controller } from '@nestjs/common';
import { ResourceReader } from './resource-reader';
import { ResourceRemover } from './resource-remover';
import { ResourceReprocessor } from './resource-reprocessor';
import { ResourceWriter } from './resource-writer';

@Controller()
export class ResourceHandlers {
  constructor(
    private readonly writer: ResourceWriter,
    private readonly reader: ResourceReader,
    private readonly remover: ResourceRemover,
    private readonly reprocessor: ResourceReprocessor,
    private readonly paragraphs: ParagraphReader,
  ) {}

  @Handles(createResource)
  create({ params, headers, body, principal }: Request<typeof createResource>) {
    return this.writer.create({ ...params, principal }, body, { skipStore: headers['x-skip-store'] });
  }

  @Handles(listResources)
  list({ params, query, principal }: Request<typeof listResources>) {
    return this.reader.list(params.kbid, query, principal);
  }

  @Handles(readResources)
  readMany({ body }: Request<typeof readResources>) {
    return this.reader.readMany(body);
  }

  @Handles(readParagraphs)
  readParagraphs({ body }: Request<typeof readParagraphs>) {
    return this.paragraphs.read(body);
  }

  @Handles(headResource)
  head({ params, principal }: Request<typeof headResource>) {
    return this.reader.head(params, principal);
  }

  @Handles(modifyResource)
  modify({ params, headers, body, principal }: Request<typeof modifyResource>) {
    return this.writer.modify(params, body, { principal, skipStore: headers['x-skip-store'] });
  }

  @Handles(deleteResource)
  delete({ params, principal }: Request<typeof deleteResource>) {
    return this.remover.delete(params, principal);
  }

  @Handles(reindexResource)
  reindex({ params }: Request<typeof reindexResource>) {
    return this.reprocessor.reindex(params);
  }

  @Handles(reprocessResource)
  reprocess({ params, query, principal }: Request<typeof reprocessResource>) {
    return this.reprocessor.reprocess(params, { resetTitle: query.reset_title, principal });
  }
}
