import { AppError, type Role } from '@lectern/contracts/core';
import type { Provider } from '@nestjs/common';
import type { BoxDocument, DocumentTarget, DocumentSource, StoredDocument } from './box-document';
import { EntityRenameDocuments } from './entity-rename-documents';
import { EvaluationSetDocuments } from './evaluation-set-documents';
import { KvSchemaDocuments } from './kv-schema-documents';
import { LabelsetDocuments } from './labelset-documents';
import { recordOwners, whyLeftOut } from './record-owners';
import { SearchConfigurationDocuments } from './search-configuration-documents';
import { SettingsDocument } from './settings-document';
import { StrategyDocuments } from './strategy-documents';
import { SynonymsDocument } from './synonyms-document';

/** The documents of a box in a file besides its resources, in the order of their kinds. */
export class BoxDocuments {
  constructor(private readonly kinds: readonly BoxDocument[]) {}

  /** Items of all kinds. */
  async *list(source: DocumentSource): AsyncGenerator<{ type: string; document: unknown }> {
    for (const kind of this.kinds) {
      for await (const document of kind.list(source)) yield { type: kind.type, document };
    }
  }

  isDocument(type: string): boolean {
    return this.kinds.some((kind) => kind.type === type);
  }

  /**
   * Skips documents that the caller could not store with a request.
   *
   * @param roles of the caller on the box
   * @throws AppError `bad_request`, `invalid_request`, `quota_exceeded`
   */
  async put(
    { type, document }: { readonly type: string; readonly document: unknown },
    { roles, ...target }: DocumentTarget & { readonly roles: readonly Role[] },
  ): Promise<StoredDocument> {
    const kind = this.kinds.find((one) => one.type === type);
    if (!kind) throw new AppError('bad_request', `Items of the type ${type} are not known`);
    // An import never changes the settings of an existing box, whoever the caller is.
    const note = kind.type === 'SET' && !target.isRestore ? undefined : whyLeftOut(recordOwners[kind.type], roles);
    return note === undefined ? kind.put(document, target) : { note };
  }
}

/** To export another kind of document, add its class to the list. */
export const documentKinds = [
  SettingsDocument,
  LabelsetDocuments,
  SynonymsDocument,
  EntityRenameDocuments,
  KvSchemaDocuments,
  SearchConfigurationDocuments,
  StrategyDocuments,
  EvaluationSetDocuments,
];

export const boxDocuments: Provider = {
  provide: BoxDocuments,
  useFactory: (...kinds: BoxDocument[]) => new BoxDocuments(kinds),
  inject: documentKinds,
};
