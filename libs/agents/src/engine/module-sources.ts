import type { ProviderSettings } from '@lectern/contracts/agents';
import type { Catalog, CatalogRequest, Labelsets } from '@lectern/contracts/knowledge-box';
import type { AskItem, AskRequest, FindRequest, FindResults } from '@lectern/contracts/search';
import type { InteractionUsage } from './interaction-usage';
import type { McpDialog, McpSource } from './mcp-source';
import type { StepObserver } from './run-observer';

/** A question to a knowledge box; members that are absent have their defaults. */
export type BoxQuestion = Partial<AskRequest> & Pick<AskRequest, 'query'>;
/** A search of a knowledge box. */
export type BoxSearch = Partial<FindRequest> & Pick<FindRequest, 'query'>;

/** A knowledge box, with the rights and the conditions that its driver gives. */
export interface BoxSource {
  /** Identifier of the driver. */
  readonly identifier: string;
  /** Its id, where it is asked with the rights of the caller: texts that were found name it. */
  readonly kbid?: string;
  /** What is in it. */
  readonly description: string;
  /** Its custom synonyms by word or phrase. @throws AppError of the box */
  readonly synonyms: () => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Items of an ask. @throws AppError of the box */
  readonly ask: (request: BoxQuestion) => AsyncIterable<AskItem>;
  /** Paragraphs. @throws AppError of the box */
  readonly find: (request: BoxSearch) => Promise<FindResults>;
  /** A page of its resources. @throws AppError of the box */
  readonly catalog: (request: Partial<CatalogRequest>) => Promise<Catalog>;
  /** By id. @throws AppError of the box */
  readonly labelsets: () => Promise<Labelsets['labelsets']>;
}

/** Finds the settings of a driver of one provider. */
export type DriverSettingsOf = <P extends keyof ProviderSettings>(
  identifier: string | null | undefined,
  provider: P,
) => Promise<ProviderSettings[P]>;

/** Sources that the modules of an interaction may use. */
export interface ModuleSources {
  /**
   * @param observer sees what is asked of it
   * @param usage counts what its models cost
   * @throws AppError `not_found` for a driver that does not exist or is of something else
   */
  readonly box: (identifier: string, observer?: StepObserver, usage?: InteractionUsage) => Promise<BoxSource>;
  /**
   * Settings of a driver with its secrets, which belong into no frame, log, error or prompt.
   *
   * @param identifier the first driver of the provider when absent
   * @throws AppError `not_found`; `invalid_request` for a driver of another provider
   */
  readonly settings: DriverSettingsOf;
  /**
   * Nothing is sent before the first call.
   *
   * @throws AppError `not_found` for a driver that does not exist, `invalid_request` for one of something else
   */
  readonly mcp: (identifier: string, dialog: McpDialog) => Promise<McpSource>;
}
