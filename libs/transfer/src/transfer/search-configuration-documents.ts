import { isDeepStrictEqual } from 'node:util';
import { validate } from '@lectern/contracts/core';
import { ExportedSearchConfiguration, searchConfigurationChanged } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import {
  type SearchConfigurationEntity,
  SearchConfigurationRepository,
  admitSearchConfiguration,
  searchConfigurationRow,
  shownConfiguration,
} from '@lectern/knowledge-box';
import { Injectable } from '@nestjs/common';
import { allOf, type BoxDocument, type DocumentTarget, type DocumentSource, type StoredDocument } from './box-document';

/** Each one has up to 400,000 characters. */
const READ_TOGETHER = 10;

/**
 * Search configurations of a box. Existing ones are kept: writers may import, but only owners may change the
 * configurations that others use.
 */
@Injectable()
export class SearchConfigurationDocuments implements BoxDocument {
  readonly type = 'CFG';

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly configurations: SearchConfigurationRepository,
  ) {}

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    const page = (last: SearchConfigurationEntity | undefined) =>
      this.configurations.list(kbid, { after: last?.name ?? '', limit: READ_TOGETHER }, tx);
    for await (const row of allOf(page)) yield { name: row.name, configuration: shownConfiguration(row) };
  }

  async put(document: unknown, { kbid, tx }: DocumentTarget): Promise<StoredDocument> {
    const { name, configuration } = validate(ExportedSearchConfiguration, document);
    const row = searchConfigurationRow({ kbid, name }, configuration);
    await this.boxes.hold(kbid, tx);
    const present = await this.configurations.find({ kbid, name }, tx);
    if (present) {
      const isSame = present.kind === row.kind && isDeepStrictEqual(present.config, row.config);
      return isSame ? {} : { note: `The search configuration ${name} is the one of the knowledge box.` };
    }
    await admitSearchConfiguration(kbid, this.configurations, tx);
    await this.configurations.insert(row, tx);
    return { publish: (bus) => bus.publish(searchConfigurationChanged, { kbid, name }) };
  }
}
